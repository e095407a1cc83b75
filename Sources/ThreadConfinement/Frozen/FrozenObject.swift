internal import SQLite

/// An immutable copy of an object at one version, readable on any thread.
@dynamicMemberLookup
public struct FrozenObject<Object: ConfinedObject>: Sendable {
  /// The object as a plain value.
  public let snapshot: Object
  let serial: Int64
  public let store: FrozenStore

  /// The value of the property at that version.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
    snapshot[keyPath: keyPath]
  }

  /// Always throws ``ConfinedStore/Failure/frozen``, because frozen copies do not change.
  public func set<Value: ColumnValue>(
    _ keyPath: WritableKeyPath<Object, Value>, to newValue: Value
  ) throws(ConfinedStore.Failure) { throw .frozen }

  /// The live object in this thread's or queue's store, opened if needed; nil if no longer stored.
  public func thaw() throws(ConfinedStore.Failure) -> LiveObject<Object>? {
    thaw(in: try store.thaw())
  }

  /// The live object in a given store, such as an actor's; nil if it is no longer stored there.
  public func thaw(in live: ConfinedStore) -> LiveObject<Object>? {
    guard live.file === store.snapshot.file else { return nil }
    let found = live.object(ofType: Object.self, forPrimaryKey: snapshot.id)
    return found?.serial == serial ? found : nil
  }
}

extension FrozenObject: Equatable {
  /// Whether both are the same row at the same version.
  public static func == (one: FrozenObject, other: FrozenObject) -> Bool {
    one.store == other.store && one.serial == other.serial
  }
}

extension LiveObject {
  /// A copy at the store's version; during a write, at the version before the write. Throws
  /// ``ConfinedStore/Failure/invalidated`` if the object was deleted, or added in the open write.
  public func freeze() throws(ConfinedStore.Failure) -> FrozenObject<Object> {
    guard !isInvalidated else { throw .invalidated }
    let store = try owner.freeze()
    let row = try store.snapshot.connection.use { (db) throws(DatabaseError) in
      try table.row(key, on: db)
    }
    guard let row, row.serial == serial else { throw .invalidated }
    return FrozenObject(snapshot: row.object, serial: serial, store: store)
  }
}
