internal import SQLite

/// An immutable copy of a store at one version, readable on any thread. As long as it or one of its
/// objects is referenced, the file's log keeps all later versions.
///
/// Reads of one version, also those of the live store, run one at a time; none waits for a writer.
public struct FrozenStore: Sendable {
  /// The configuration of the live store.
  public let configuration: ConfinedStore.Configuration
  let snapshot: Snapshot

  /// The number of commits before the version.
  package var version: Int64 { snapshot.version }

  /// All objects of a type. Each read of the collection queries the database.
  public func objects<Object: ConfinedObject>(_ type: Object.Type) -> FrozenResults<Object> {
    FrozenResults(query: ObjectQuery(ObjectTable<Object>.shared()), store: self)
  }

  /// - Returns: The object with that key; nil if none is stored.
  public func object<Object: ConfinedObject>(
    ofType type: Object.Type, forPrimaryKey key: Object.ID
  ) -> FrozenObject<Object>? {
    let table = ObjectTable<Object>.shared()
    let row = readOrReport { (db) throws(DatabaseError) in try table.row(key, on: db) } ?? nil
    return row.map { FrozenObject(snapshot: $0.object, serial: $0.serial, store: self) }
  }

  /// The live store of the current thread or queue, opened if necessary. On an actor other than the
  /// main actor, use `thaw(in:)` of the frozen object or collection instead.
  public func thaw() throws(ConfinedStore.Failure) -> ConfinedStore { try .open(configuration) }

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
  /// A copy at the current version; during a write, at the version before the write.
  public func freeze() throws(Failure) -> FrozenStore {
    check()
    return FrozenStore(configuration: configuration, snapshot: try currentSnapshot())
  }
}
