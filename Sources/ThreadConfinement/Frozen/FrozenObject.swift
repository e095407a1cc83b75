internal import SQLite

/// An object as it was at one version, readable on any thread.
@dynamicMemberLookup
public struct FrozenObject<Object: ConfinedObject>: Sendable {
  /// All of it, as a plain value.
  public let snapshot: Object
  let serial: Int64
  /// The store at that version.
  public let store: FrozenStore

  init(value: Object, serial: Int64, frozenStore: FrozenStore) {
    snapshot = value
    self.serial = serial
    store = frozenStore
  }

  /// The property as it was.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
    snapshot[keyPath: keyPath]
  }

  /// Frozen, always.
  public var isFrozen: Bool { true }

  /// Returns itself.
  public func freeze() -> FrozenObject { self }

  /// Not allowed.
  ///
  /// - Throws: ``ConfinedStore/Failure/frozen``, always.
  public func set<Value: ColumnValue>(
    _ keyPath: WritableKeyPath<Object, Value>, to newValue: Value
  ) throws(ConfinedStore.Failure) { throw .frozen }

  /// The live object in the store of the current thread or queue, at that store's version.
  ///
  /// - Returns: nil if it is not stored any more.
  /// - Throws: what opening a store throws.
  public func thaw() throws(ConfinedStore.Failure) -> LiveObject<Object>? {
    thaw(in: try store.thaw())
  }

  /// The live object in that store, such as one that is confined to an actor.
  ///
  /// - Returns: nil if it is not stored any more.
  public func thaw(in live: ConfinedStore) -> LiveObject<Object>? {
    guard live.file === store.version.file else { return nil }
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
