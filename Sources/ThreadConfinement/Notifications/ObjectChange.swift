internal import SQLite

/// What the observer of an object receives: `change* (deleted | error)?`.
public enum ObjectChange<Object: ConfinedObject> {
  /// The properties that were set, in the order of the type's columns.
  case change(LiveObject<Object>, [PropertyChange])
  /// The object was deleted; the observer is not called again.
  case deleted
  /// The database could not be read; the observer is not called again.
  case error(ConfinedStore.Failure)
}

/// A property that was set.
public struct PropertyChange: Sendable {
  /// The column's name.
  public let name: String
  /// The old value; nil if the observer's own store set the property.
  public let oldValue: (any ColumnValue)?
  /// The new value.
  public let newValue: any ColumnValue
}

extension LiveObject {
  /// Calls the observer at the next turn of the store's loop after each commit that set properties
  /// of this object, and after the one that deleted it. Of an object that the open write has added,
  /// later commits count, and a write that is cancelled has deleted it.
  ///
  /// - Parameters:
  ///   - keyPaths: the properties that are reported; by default all.
  ///   - observer: its error is thrown by the `beginWrite` or `refresh` that calls it; at a turn of
  ///     the loop an error ends the process.
  /// - Returns: the token that keeps the observer registered.
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
    let observation = try ObjectObservation(self, columns, observer)
    return try owner.register(observation)
  }

  /// The row as the store's version has it, or else as the open write has added it, with the
  /// version that has it.
  fileprivate func observableRow() throws(ConfinedStore.Failure) -> (Int64, StoredRow<Object>) {
    func row(on connection: LockedConnection) throws(ConfinedStore.Failure) -> StoredRow<Object>? {
      do throws(DatabaseError) {
        return try connection.use { (db) throws(DatabaseError) in try table.row(key, on: db) }
      } catch {
        throw ConfinedStore.Failure(error)
      }
    }
    let snapshot = try owner.currentSnapshot()
    if let row = try row(on: snapshot.connection), row.serial == serial {
      return (snapshot.version, row)
    }
    if let write = owner.transaction, let row = try row(on: write.connection), row.serial == serial
    {
      return (write.version, row)
    }
    throw .invalidated
  }
}

/// An observer of an object, and the row that was delivered to it last.
private final class ObjectObservation<Object: ConfinedObject>: Observation {
  let registration = Registration()
  var isBeingCalled = false
  var knownVersion: Int64? { known.version }
  private let table: Table<Object>
  private let key: Object.ID
  private let columns: Set<Int>
  private let observer: (ObjectChange<Object>) throws -> Void
  /// Of a later version than the store's while the write that adds the object is open.
  private var known: (version: Int64, row: StoredRow<Object>)

  init(
    _ object: LiveObject<Object>, _ columns: Set<Int>,
    _ observer: @escaping (ObjectChange<Object>) throws -> Void
  ) throws(ConfinedStore.Failure) {
    known = try object.observableRow()
    table = object.table
    key = object.key
    self.columns = columns
    self.observer = observer
  }

  func skipping(_ write: WriteTransaction) throws(DatabaseError) -> () -> Void {
    let row = try write.run { (db) throws(DatabaseError) in try self.row(on: db) }
    return {
      // Deleted silently: there is nothing left to observe.
      guard let row else { return self.registration.end() }
      self.known = (write.version, row)
    }
  }

  func deliver(in store: ConfinedStore) throws {
    let snapshot: Snapshot
    let now: StoredRow<Object>?
    do throws(ConfinedStore.Failure) {
      snapshot = try store.currentSnapshot()
      guard snapshot.version > known.version else { return }
      now = try row(at: snapshot)
    } catch {
      registration.end()
      return try observer(.error(error))
    }
    guard let now else {
      registration.end()
      return try observer(.deleted)
    }
    let (before, old) = known
    known = (snapshot.version, now)
    guard now.stamp != old.stamp else { return }
    let set = store.file.columnsSet(
      in: table.name, serial: now.serial, after: before, upTo: snapshot.version)
    let isFromElsewhere = store.lastForeignVersion > before
    let changes = table.columns.indices.compactMap { index -> PropertyChange? in
      let column = table.columns[index]
      guard columns.contains(index) else { return nil }
      guard set.contains(index) || !column.isEqual(old.object, now.object) else { return nil }
      return PropertyChange(
        name: column.name, oldValue: isFromElsewhere ? column.value(old.object) : nil,
        newValue: column.value(now.object))
    }
    guard !changes.isEmpty else { return }
    // Another one for each call, which is valid also after the store was invalidated.
    let object = LiveObject(now.object, serial: now.serial, in: table, of: store)
    try observer(.change(object, changes))
  }

  private func row(at snapshot: Snapshot) throws(ConfinedStore.Failure) -> StoredRow<Object>? {
    do throws(DatabaseError) {
      return try snapshot.connection.use { (db) throws(DatabaseError) in try row(on: db) }
    } catch {
      throw ConfinedStore.Failure(error)
    }
  }

  private func row(
    on connection: borrowing Connection
  ) throws(DatabaseError) -> StoredRow<Object>? {
    let row = try table.row(key, on: connection)
    return row?.serial == known.row.serial ? row : nil
  }
}
