internal import Concurrency
internal import SQLite

/// A notification about an object: `change* (deleted | error)?`.
public enum ObjectChange<Object: ConfinedObject> {
  /// The properties that were set, in the order of the type's columns.
  case change(LiveObject<Object>, [PropertyChange])
  /// The object was deleted; the observer is not called again.
  case deleted
  /// The database could not be read; the observer is not called again.
  case error(ConfinedStore.Failure)
}

public struct PropertyChange: Sendable {
  public let name: String
  /// The value at the observer's last call.
  public let oldValue: any ColumnValue
  public let newValue: any ColumnValue
}

extension LiveObject {
  /// Calls the observer at the next turn of the store's loop after each commit that set properties
  /// of this object, by default any, and after the commit that deleted it. The token keeps it
  /// registered. If the observer throws, the write or `refresh` that calls it fails; a turn traps.
  ///
  /// - Throws: ``ConfinedStore/Failure/unknownColumn``, ``ConfinedStore/Failure/invalidated``,
  ///   ``ConfinedStore/Failure/noLoop``; ``ConfinedStore/Failure/alreadyInWriteTransaction`` if the
  ///   open write has added the object.
  public func observe(
    keyPaths: [PartialKeyPath<Object>] = [],
    _ observer: @escaping (ObjectChange<Object>) throws -> Void
  ) throws(ConfinedStore.Failure) -> NotificationToken {
    guard !isInvalidated else { throw .invalidated }
    var columns = Set(keyPaths.isEmpty ? Array(table.columns.indices) : [])
    for keyPath in keyPaths {
      guard let index = table.index(of: keyPath) else { throw .unknownColumn }
      columns.insert(index)
    }
    return try owner.register(ObjectObservation(self, columns, observer))
  }
}

private final class ObjectObservation<Object: ConfinedObject>: Observation {
  private let table: ObjectTable<Object>
  private let key: Object.ID
  private let serial: Int64
  private let columns: Set<Int>
  private let observer: (ObjectChange<Object>) throws -> Void
  /// The version and row up to which the observer was notified; nil only during `init`.
  private var known: (version: Int64, row: StoredRow<Object>)?

  init(
    _ object: LiveObject<Object>, _ columns: Set<Int>,
    _ observer: @escaping (ObjectChange<Object>) throws -> Void
  ) throws(ConfinedStore.Failure) {
    table = object.table
    key = object.key
    serial = object.serial
    self.columns = columns
    self.observer = observer
    super.init()
    let snapshot = try object.owner.currentSnapshot()
    guard let row = try snapshot.connection.use(row(on:)) else {
      throw object.owner.transaction == nil ? .invalidated : .alreadyInWriteTransaction
    }
    known = (snapshot.version, row)
  }

  override var knownVersion: Int64? { known?.version }

  override func skip(to snapshot: Snapshot) {
    do throws(ConfinedStore.Failure) {
      let row = try snapshot.connection.use(row(on:))
      // Deleted without a notification, as the caller asked; the observation ends.
      if let row { known = (snapshot.version, row) } else { token?.invalidate() }
    } catch {}
  }

  override func deliver(in store: ConfinedStore) throws {
    let change: ObjectChange<Object>?
    do throws(ConfinedStore.Failure) { change = try nextChange(in: store) } catch {
      change = .error(error)
    }
    guard let change else { return }
    if case .change = change {} else { token?.invalidate() }
    try observer(change)
  }

  private func nextChange(
    in store: ConfinedStore
  ) throws(ConfinedStore.Failure) -> ObjectChange<Object>? {
    let snapshot = try store.currentSnapshot()
    guard let (before, old) = known, snapshot.version > before else { return nil }
    guard let row = try snapshot.connection.use(row(on:)) else { return .deleted }
    known = (snapshot.version, row)
    guard row.stamp != old.stamp else { return nil }
    let set = store.file.assigned.withLock {
      $0.columns(of: .init(type: table.name, serial: serial), after: before, upTo: snapshot.version)
    }
    let changes = table.columns.enumerated().compactMap { index, column -> PropertyChange? in
      guard columns.contains(index) else { return nil }
      guard set.contains(index) || !column.isEqual(old.object, row.object) else { return nil }
      return PropertyChange(
        name: column.name, oldValue: column.value(old.object), newValue: column.value(row.object))
    }
    guard !changes.isEmpty else { return nil }
    // A new live object for each call, which is valid even if the store was invalidated before.
    let object = LiveObject(row.object, key: key, serial: serial, in: table, of: store)
    return .change(object, changes)
  }

  private func row(
    on connection: borrowing Connection
  ) throws(DatabaseError) -> StoredRow<Object>? {
    let row = try table.row(key, on: connection)
    return row?.serial == serial ? row : nil
  }
}
