internal import SQLite

/// A store at one version for ever, readable on any thread.
///
/// Reads of one version take turns, those of the live store at that version included: none waits for a writer, but a
/// read of very many rows delays the others.
///
/// Nothing of it can be set: there is no setter that could be called. While any part of it is held, the file's
/// write-ahead log keeps what came after.
public struct FrozenStore: Sendable {
  /// How the live store was opened.
  public let configuration: ConfinedStore.Configuration
  let version: Snapshot

  /// Frozen, always.
  public var isFrozen: Bool { true }

  /// Returns itself.
  public func freeze() -> FrozenStore { self }

  /// All objects of a type; each reading asks the database.
  public func objects<Object: ConfinedObject>(_ type: Object.Type) -> FrozenResults<Object> {
    FrozenResults(query: Query(Table<Object>.shared()), store: self)
  }

  /// - Returns: the object with that key; nil if there was none.
  public func object<Object: ConfinedObject>(
    ofType type: Object.Type, forPrimaryKey key: Object.ID
  ) -> FrozenObject<Object>? {
    let table = Table<Object>.shared()
    let row = readOrReport { (db) throws(DatabaseError) in try table.row(key, on: db) } ?? nil
    return row.map { FrozenObject(value: $0.object, serial: $0.serial, frozenStore: self) }
  }

  /// False: it does not change.
  ///
  /// - Returns: false.
  public func refresh() -> Bool { false }

  /// Not allowed.
  ///
  /// - Throws: ``ConfinedStore/Failure/frozen``, always.
  public func write(_ block: () throws -> Void) throws(ConfinedStore.Failure) { throw .frozen }

  /// Not allowed.
  ///
  /// - Throws: ``ConfinedStore/Failure/frozen``, always.
  public func observe(
    _ observer: (ConfinedStore.Notification, ConfinedStore) throws -> Void
  ) throws(ConfinedStore.Failure) -> NotificationToken { throw .frozen }

  /// Not allowed.
  ///
  /// - Throws: ``ConfinedStore/Failure/frozen``, always.
  public func setAutorefresh(_ refreshes: Bool) throws(ConfinedStore.Failure) { throw .frozen }

  /// The live store of the current thread or queue; on an actor, which is neither, use `thaw(in:)` of what was frozen.
  ///
  /// - Throws: what opening one throws.
  public func thaw() throws(ConfinedStore.Failure) -> ConfinedStore {
    try .open(configuration)
  }

  /// Nil if the database refuses, after the reason was reported.
  func readOrReport<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) -> Result? {
    do throws(DatabaseError) { return try version.connection.use(body) } catch {
      configuration.report(ConfinedStore.Failure(error))
      return nil
    }
  }
}

extension FrozenStore: Equatable {
  /// Whether both are the same version of the same file.
  public static func == (one: FrozenStore, other: FrozenStore) -> Bool {
    one.version.file === other.version.file && one.version.number == other.version.number
  }
}
