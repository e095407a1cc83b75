internal import SQLite

/// A notification about a collection: `(initial update*)? error?`.
public enum CollectionChange<Object: ConfinedObject> {
  /// The first notification, even if the collection is empty.
  case initial(Results<Object>)
  /// The old indices of deleted and modified objects and the new indices of inserted objects, each
  /// ascending. An object that moved counts as deleted and inserted.
  case update(Results<Object>, deletions: [Int], insertions: [Int], modifications: [Int])
  /// The database could not be read; the observer is not called again.
  case error(ConfinedStore.Failure)
}

extension Results {
  /// Calls the observer at the loop's next turn, and after each commit that changes the collection.
  /// Throws ``ConfinedStore/Failure/noLoop`` if the store has no loop. The token keeps the observer
  /// registered. If the observer throws, the write or `refresh` that calls it fails; a turn traps.
  public func observe(
    _ observer: @escaping (CollectionChange<Object>) throws -> Void
  ) throws(ConfinedStore.Failure) -> NotificationToken {
    guard !isInvalidated else { throw .invalidated }
    return try owner.register(CollectionObservation(query, observer))
  }

  /// Calls the observer on a queue, with a store that is confined to that queue. The observer of a
  /// token that is invalidated before the queue has registered it is never called.
  public func observe(
    on queue: ConfinedQueue,
    _ observer: @escaping @Sendable (CollectionChange<Object>) -> Void
  ) -> NotificationToken {
    owner.check()
    let token = NotificationToken()
    let configuration = owner.configuration
    let query = query
    queue.enqueue { [weak token] in
      guard let token, token.isActive else { return }
      do throws(ConfinedStore.Failure) {
        let store = try ConfinedStore.open(configuration, queue: queue)
        store.take(CollectionObservation(query, observer), for: token)
      } catch {
        observer(.error(error))
      }
    }
    return token
  }
}

private final class CollectionObservation<Object: ConfinedObject>: Observation {
  override var knownVersion: Int64? { known?.version }
  private let query: ObjectQuery<Object>
  private let observer: (CollectionChange<Object>) throws -> Void
  private var known: (version: Int64, rows: [RowMark])?

  init(
    _ query: ObjectQuery<Object>, _ observer: @escaping (CollectionChange<Object>) throws -> Void
  ) {
    self.query = query
    self.observer = observer
  }

  override func deliver(in store: ConfinedStore) throws {
    let before = known
    let rows: [RowMark]
    do throws(ConfinedStore.Failure) {
      let snapshot = try store.currentSnapshot()
      guard snapshot.version != before?.version else { return }
      rows = try read(snapshot)
    } catch {
      token?.invalidate()
      return try observer(.error(error))
    }
    let results = Results(query, of: store)
    guard let before else { return try observer(.initial(results)) }
    let changes = ChangeSet(from: before.rows, to: rows)
    guard !changes.isEmpty else { return }
    try observer(
      .update(
        results, deletions: changes.deletions, insertions: changes.insertions,
        modifications: changes.modifications))
  }

  override func skip(to snapshot: Snapshot) { _ = try? read(snapshot) }

  private func read(_ snapshot: Snapshot) throws(ConfinedStore.Failure) -> [RowMark] {
    let before = known?.version ?? 0
    let rows = try snapshot.connection.use { (db) throws(DatabaseError) in
      try query.marks(since: before, on: db)
    }
    known = (snapshot.version, rows)
    return rows
  }
}

/// A row's serial number, and whether the row was written after a given version, in one number.
struct RowMark: Hashable, Sendable {
  let bits: Int64

  /// Assigned when the row is added, and never reused.
  var serial: Int64 { bits >> 1 }
  var isWritten: Bool { bits & 1 == 1 }

  /// The mark as an SQL expression, with the version as its parameter.
  static let sql = "_serial * 2 + (_stamp > ?)"
}

/// The changes between two evaluations of a query: the old indices of deleted and modified rows and
/// the new indices of inserted rows, each ascending.
///
/// Whether a row matches, and its place in the order, depend on that row alone. So rows that were
/// not written keep their order and are paired in one pass; only written rows are looked up.
struct ChangeSet: Equatable, Sendable {
  var deletions: [Int] = []
  var insertions: [Int] = []
  /// Of rows that did not move.
  var modifications: [Int] = []

  var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty }

  /// New rows are marked if they were written after the evaluation of the old ones.
  init(from old: [RowMark], to new: [RowMark]) {
    // The new index of each written row, and the number of untouched rows before it.
    var fresh: [Int64: (place: Int, gap: Int)] = [:]
    for place in new.indices where new[place].isWritten {
      fresh[new[place].serial] = (place, place - fresh.count)
    }
    if fresh.isEmpty, old.count == new.count { return }

    // Written rows of both lists. One keeps its gap if as many untouched rows precede it as before.
    var written: [(old: Int, new: Int, keepsItsGap: Bool)] = []
    var there = 0
    var untouched = 0
    for here in old.indices {
      while there < new.count, new[there].isWritten { there += 1 }
      if there < new.count, new[there].serial == old[here].serial {
        there += 1
        untouched += 1
      } else if let now = fresh.removeValue(forKey: old[here].serial) {
        written.append((old: here, new: now.place, keepsItsGap: now.gap == untouched))
      } else {
        deletions.append(here)
      }
    }
    insertions = fresh.values.map(\.place)

    written.sort { $0.new < $1.new }
    let still = Self.longestAscent(written.filter(\.keepsItsGap).map(\.old))
    for row in written {
      if row.keepsItsGap, still.contains(row.old) {
        modifications.append(row.old)
      } else {
        // It moved.
        deletions.append(row.old)
        insertions.append(row.new)
      }
    }
    deletions.sort()
    insertions.sort()
    modifications.sort()
  }

  private static func longestAscent(_ numbers: [Int]) -> Set<Int> {
    // `tails[n]` indexes the smallest last number of an ascending subsequence of n + 1 numbers.
    var tails: [Int] = []
    var before: [Int?] = []
    for (index, number) in numbers.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? tails[low - 1] : nil)
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var ascent = Set<Int>()
    var next = tails.last
    while let index = next {
      ascent.insert(numbers[index])
      next = before[index]
    }
    return ascent
  }
}
