internal import SQLite

/// What the observer of a collection receives: `initial update* | error`.
public enum CollectionChange<Object: ConfinedObject> {
  /// The first call, also for an empty collection.
  case initial(Results<Object>)
  /// It changed: where deleted and modified objects were before, and where inserted ones are now,
  /// each ascending. One that moved is deleted and inserted.
  case update(Results<Object>, deletions: [Int], insertions: [Int], modifications: [Int])
  /// It could not be read; the observer is not called again.
  case error(ConfinedStore.Failure)
}

extension Results {
  /// Calls the observer with the collection at the next turn of the store's loop, and after each commit that changes
  /// what it holds, always where the store is confined.
  ///
  /// - Parameter observer: what it throws is thrown by the `beginWrite` or `refresh` that called it; at a turn of the loop it ends the process.
  /// - Returns: what keeps the observer.
  /// - Throws: ``ConfinedStore/Failure/noLoop``.
  public func observe(
    _ observer: @escaping (CollectionChange<Object>) throws -> Void
  ) throws(ConfinedStore.Failure) -> NotificationToken {
    guard !isInvalidated else { throw .invalidated }
    return try owner.register(CollectionObservation(query, Registration(), observer))
  }

  /// Calls the observer on a queue, with a store that is confined to it.
  ///
  /// - Returns: what keeps the observer; ended before the queue comes to it, it prevents all calls.
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

/// An observer of a collection, and the collection as it knows it.
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
      try query.marks(since: write.number, expecting: expected, on: db)
    }
    return { self.known = (write.number, rows) }
  }

  /// Reads the collection of the store's version; nil if that is known.
  private func look(in store: ConfinedStore) throws(ConfinedStore.Failure) -> [RowMark]? {
    let version = try store.currentSnapshot()
    guard version.number != known?.version else { return nil }
    do throws(DatabaseError) {
      let rows = try version.connection.use { (db) throws(DatabaseError) in
        try query.marks(
          since: known?.version ?? 0, expecting: known?.rows.count ?? 0, on: db)
      }
      known = (version.number, rows)
      return rows
    } catch {
      throw ConfinedStore.Failure(error)
    }
  }
}
