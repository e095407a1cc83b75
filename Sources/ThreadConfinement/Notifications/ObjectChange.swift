internal import SQLite

/// What the observer of an object receives: `change* (deleted | error)?`.
public enum ObjectChange<Object: ConfinedObject> {
  /// These properties were set, in the order of the type's columns.
  case change(LiveObject<Object>, [PropertyChange])
  /// It was deleted; the observer is not called again.
  case deleted
  /// It could not be read; the observer is not called again.
  case error(ConfinedStore.Failure)
}

/// A property that was set.
public struct PropertyChange: Sendable {
  /// The column's name.
  public let name: String
  /// What it was; nil if the observer's own store set it.
  public let oldValue: (any ColumnValue)?
  /// What it is.
  public let newValue: any ColumnValue
}

extension LiveObject {
  /// Calls the observer at the next turn of the store's loop after each commit that set properties of this
  /// object, and after the one that deleted it.
  ///
  /// - Parameters:
  ///   - keyPaths: the properties that matter; all if there is none.
  ///   - observer: what it throws is thrown by the `beginWrite` or `refresh` that called it; at a turn of the loop it ends the process.
  /// - Returns: what keeps the observer.
  /// - Throws: ``ConfinedStore/Failure/unknownColumn``, ``ConfinedStore/Failure/invalidated``,
  ///   ``ConfinedStore/Failure/noLoop``.
  public func observe(
    keyPaths: [PartialKeyPath<Object>] = [],
    _ observer: @escaping (ObjectChange<Object>) throws -> Void
  ) throws(ConfinedStore.Failure) -> NotificationToken {
    guard !isInvalidated else { throw .invalidated }
    var columns = Set<Int>()
    for keyPath in keyPaths {
      guard let index = table.index(of: keyPath) else { throw .unknownColumn }
      columns.insert(index)
    }
    if keyPaths.isEmpty { columns = Set(table.columns.indices) }
    let observation = ObjectObservation(self, columns, observer)
    try observation.start(in: owner)
    return try owner.register(observation)
  }
}

/// An observer of an object, and the object as it knows it.
private final class ObjectObservation<Object: ConfinedObject>: Observation {
  let registration = Registration()
  var isBeingCalled = false
  var knownVersion: Int64? { known?.version }
  private let object: LiveObject<Object>
  private let columns: Set<Int>
  private let observer: (ObjectChange<Object>) throws -> Void
  /// Nil until the version that added it is seen.
  private var known: (version: Int64, row: StoredRow<Object>)?

  init(
    _ object: LiveObject<Object>, _ columns: Set<Int>,
    _ observer: @escaping (ObjectChange<Object>) throws -> Void
  ) {
    self.object = object
    self.columns = columns
    self.observer = observer
  }

  /// Takes the store's version as told.
  func start(in store: ConfinedStore) throws(ConfinedStore.Failure) {
    let version = try store.currentSnapshot()
    known = try row(at: version).map { (version.number, $0) }
  }

  func skipping(_ write: WriteTransaction) throws(DatabaseError) -> () -> Void {
    let row = try write.run { (db) throws(DatabaseError) -> StoredRow<Object>? in
      try self.row(on: db)
    }
    return { self.known = row.map { (write.number, $0) } }
  }

  func deliver(in store: ConfinedStore) throws {
    let version: Snapshot
    let now: StoredRow<Object>?
    do throws(ConfinedStore.Failure) {
      version = try store.currentSnapshot()
      guard version.number != known?.version else { return }
      now = try row(at: version)
    } catch {
      registration.end()
      return try observer(.error(error))
    }
    guard let (before, old) = known else {
      known = now.map { (version.number, $0) }
      return
    }
    guard let now else {
      registration.end()
      return try observer(.deleted)
    }
    known = (version.number, now)
    guard now.stamp != old.stamp else { return }
    let table = object.table
    let set = store.file.columnsSet(
      in: table.name, serial: object.serial, after: before, upTo: version.number)
    let isFromElsewhere = store.lastForeignVersion > before
    let changes = table.columns.indices.compactMap { index -> PropertyChange? in
      let column = table.columns[index]
      guard columns.contains(index) else { return nil }
      guard set.contains(index) || !column.isEqual(old.object, now.object) else { return nil }
      return PropertyChange(
        name: column.name, oldValue: isFromElsewhere ? column.value(old.object) : nil,
        newValue: column.value(now.object))
    }
    if !changes.isEmpty { try observer(.change(object, changes)) }
  }

  private func row(at version: Snapshot) throws(ConfinedStore.Failure) -> StoredRow<Object>? {
    do throws(DatabaseError) {
      return try version.connection.use { (db) throws(DatabaseError) in try row(on: db) }
    } catch {
      throw ConfinedStore.Failure(error)
    }
  }

  private func row(
    on connection: borrowing Connection
  ) throws(DatabaseError) -> StoredRow<Object>? {
    let row = try object.table.row(object.key, on: connection)
    return row?.serial == object.serial ? row : nil
  }
}
