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
  /// Calls the observer at the next turn of the store's loop, and after each commit that changes
  /// the collection, always where the store is confined.
  ///
  /// - Parameter observer: The closure to call. An error that it throws is rethrown by the
  ///   `beginWrite` or `refresh` that calls it, and traps at a turn of the loop.
  /// - Returns: The token that keeps the observer registered.
  /// - Throws: ``ConfinedStore/Failure/noLoop``.
  public func observe(
    _ observer: @escaping (CollectionChange<Object>) throws -> Void
  ) throws(ConfinedStore.Failure) -> NotificationToken {
    guard !isInvalidated else { throw .invalidated }
    return try owner.register(CollectionObservation(query, Registration(), observer))
  }

  /// Calls the observer on a queue, with a store that is confined to that queue.
  ///
  /// - Returns: The token that keeps the observer registered. If it is invalidated before the queue
  ///   has registered the observer, the observer is never called.
  public func observe(
    on queue: ConfinedQueue,
    _ observer: @escaping @Sendable (CollectionChange<Object>) -> Void
  ) -> NotificationToken {
    owner.check()
    let registration = Registration()
    let configuration = owner.configuration
    let query = query
    queue.async {
      guard registration.isActive else { return }
      do throws(ConfinedStore.Failure) {
        let store = try ConfinedStore.open(configuration, queue: queue)
        store.take(CollectionObservation(query, registration, observer))
      } catch {
        observer(.error(error))
      }
    }
    return NotificationToken(registration)
  }
}

extension ConfinedStore {
  fileprivate func take(_ observation: some Observation) {
    observations.append(observation)
    observation.registration.keep(self)
    changeSignal.signal(byOther: false)
  }
}

/// An observer of a collection, and the rows of its last notification.
private final class CollectionObservation<Object: ConfinedObject>: Observation {
  let registration: Registration
  var isBeingCalled = false
  var knownVersion: Int64? { known?.version }
  private let query: Query<Object>
  private let observer: (CollectionChange<Object>) throws -> Void
  private var known: (version: Int64, rows: [RowMark])?

  init(
    _ query: Query<Object>, _ registration: Registration,
    _ observer: @escaping (CollectionChange<Object>) throws -> Void
  ) {
    self.query = query
    self.registration = registration
    self.observer = observer
  }

  func deliver(in store: ConfinedStore) throws {
    let before = known
    let rows: [RowMark]
    do throws(ConfinedStore.Failure) {
      guard let read = try look(in: store) else { return }
      rows = read
    } catch {
      registration.end()
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

  func skipping(_ write: WriteTransaction) throws(DatabaseError) -> () -> Void {
    let expected = known?.rows.count ?? 0
    let rows = try write.run { (db) throws(DatabaseError) in
      try query.marks(since: write.version, expecting: expected, on: db)
    }
    return { self.known = (write.version, rows) }
  }

  /// Reads the collection at the store's version; nil if that version was already delivered.
  private func look(in store: ConfinedStore) throws(ConfinedStore.Failure) -> [RowMark]? {
    let snapshot = try store.currentSnapshot()
    guard snapshot.version != known?.version else { return nil }
    do throws(DatabaseError) {
      let rows = try snapshot.connection.use { (db) throws(DatabaseError) in
        try query.marks(
          since: known?.version ?? 0, expecting: known?.rows.count ?? 0, on: db)
      }
      known = (snapshot.version, rows)
      return rows
    } catch {
      throw ConfinedStore.Failure(error)
    }
  }
}
