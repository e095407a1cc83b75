internal import SQLite

/// The objects of a type that matched at one version, readable on any thread.
public struct FrozenResults<Object: ConfinedObject>: Sendable, Sequence {
  let query: Query<Object>
  /// The store at that version.
  public let store: FrozenStore

  /// Frozen, always.
  public var isFrozen: Bool { true }

  /// Returns itself.
  public func freeze() -> FrozenResults { self }

  /// How many there were.
  public var count: Int {
    store.readOrReport { (db) throws(DatabaseError) in try query.count(on: db) } ?? 0
  }

  /// The object at that place; a place that there is not ends the process.
  public subscript(index: Int) -> FrozenObject<Object> {
    guard index >= 0, index < Int.max else { Misuse.indexOutOfRange.stop() }
    let rows = rows(index..<(index + 1))
    guard let found = rows.map(\.first) else {
      return FrozenObject(value: Object(), serial: 0, frozenStore: store)
    }
    guard let found else { Misuse.indexOutOfRange.stop() }
    return found
  }

  /// The first; nil if there was none.
  public var first: FrozenObject<Object>? { rows(0..<1)?.first }

  /// Those of them that the filter lets through.
  public func `where`(_ filter: (ColumnTerms<Object>) -> Filter<Object>) -> FrozenResults {
    FrozenResults(
      query: query.narrowed(by: filter(ColumnTerms(table: query.table))), store: store)
  }

  /// The same in another order; equal ones in the order that they had.
  public func sorted<Value: ColumnValue>(
    by keyPath: KeyPath<Object, Value>, ascending: Bool = true
  ) -> FrozenResults {
    FrozenResults(query: query.sorted(by: keyPath, ascending: ascending), store: store)
  }

  /// Walks all of them, which are read at once.
  public func makeIterator() -> IndexingIterator<[FrozenObject<Object>]> {
    (rows(0..<Int.max) ?? []).makeIterator()
  }

  /// Not allowed.
  ///
  /// - Throws: ``ConfinedStore/Failure/frozen``, always.
  public func observe(
    _ observer: (CollectionChange<Object>) throws -> Void
  ) throws(ConfinedStore.Failure) -> NotificationToken { throw .frozen }

  /// The live collection in the store of the current thread or queue.
  ///
  /// - Throws: what opening a store throws.
  public func thaw() throws(ConfinedStore.Failure) -> Results<Object> {
    Results(query, of: try store.thaw())
  }

  /// The live collection in that store, such as one that is confined to an actor.
  ///
  /// - Returns: nil if it is a store of another file.
  public func thaw(in live: ConfinedStore) -> Results<Object>? {
    live.check()
    return live.file === store.version.file ? Results(query, of: live) : nil
  }

  /// Nil if the database refuses, after the reason was reported.
  private func rows(_ range: Range<Int>) -> [FrozenObject<Object>]? {
    store.readOrReport { (db) throws(DatabaseError) in try query.rows(range, on: db) }?
      .map { FrozenObject(value: $0.object, serial: $0.serial, frozenStore: store) }
  }
}

extension FrozenResults: Equatable {
  /// Whether both ask the same of the same version.
  public static func == (one: FrozenResults, other: FrozenResults) -> Bool {
    one.store == other.store && one.query == other.query
  }
}
