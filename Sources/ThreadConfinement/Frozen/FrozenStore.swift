internal import SQLite

/// An immutable copy of a store at one version, readable on any thread.
///
/// Reads of one version, also those of the live store, run one at a time; none waits for a writer.
/// As long as the copy or one of its objects is referenced, the file's log keeps all later
/// versions.
public struct FrozenStore: Sendable {
  /// The configuration of the live store.
  public let configuration: ConfinedStore.Configuration
  let snapshot: Snapshot

  /// The number of the version, which is the number of commits before it.
  package var version: Int64 { snapshot.version }

  /// Always true.
  public var isFrozen: Bool { true }

  /// Returns the receiver.
  public func freeze() -> FrozenStore { self }

  /// All objects of a type. Each read of the collection queries the database.
  public func objects<Object: ConfinedObject>(_ type: Object.Type) -> FrozenResults<Object> {
    FrozenResults(query: Query(Table<Object>.shared()), store: self)
  }

  /// - Returns: The object with that key; nil if none is stored.
  public func object<Object: ConfinedObject>(
    ofType type: Object.Type, forPrimaryKey key: Object.ID
  ) -> FrozenObject<Object>? {
    let table = Table<Object>.shared()
    let row = readOrReport { (db) throws(DatabaseError) in try table.row(key, on: db) } ?? nil
    return row.map { FrozenObject(snapshot: $0.object, serial: $0.serial, store: self) }
  }

  /// - Returns: False, because a frozen store does not change.
  public func refresh() -> Bool { false }

  /// Always throws ``ConfinedStore/Failure/frozen``, because frozen copies do not change.
  public func write(_ block: () throws -> Void) throws(ConfinedStore.Failure) { throw .frozen }

  /// Always throws ``ConfinedStore/Failure/frozen``, because frozen copies do not change.
  public func observe(
    _ observer: (ConfinedStore.Notification, ConfinedStore) throws -> Void
  ) throws(ConfinedStore.Failure) -> NotificationToken { throw .frozen }

  /// The live store of the current thread or queue, opened if necessary. On an actor other than the
  /// main actor, use `thaw(in:)` of the frozen object or collection instead.
  public func thaw() throws(ConfinedStore.Failure) -> ConfinedStore { try .open(configuration) }

  /// - Returns: Nil if the read fails; the error is reported.
  func readOrReport<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) -> Result? {
    configuration.reporting { () throws(ConfinedStore.Failure) in
      try snapshot.connection.use(body)
    }
  }
}

extension FrozenStore: Equatable {
  /// Whether both are the same version of the same file.
  public static func == (one: FrozenStore, other: FrozenStore) -> Bool {
    one.snapshot.file === other.snapshot.file && one.snapshot.version == other.snapshot.version
  }
}

extension ConfinedStore {
  /// Always false.
  public var isFrozen: Bool { false }

  /// A copy at the current version; during a write, at the version before the write.
  public func freeze() throws(Failure) -> FrozenStore {
    check()
    return FrozenStore(configuration: configuration, snapshot: try currentSnapshot())
  }

  /// Returns the receiver.
  public func thaw() -> ConfinedStore {
    check()
    return self
  }
}
