internal import SQLite

/// An immutable collection of the objects matching a query at one version, readable on any thread.
public struct FrozenResults<Object: ConfinedObject>: Sendable, Sequence {
  let query: ObjectQuery<Object>
  public let store: FrozenStore

  public var count: Int { store.readOrReport(query.count) ?? 0 }

  /// The object at an index. Traps if the index is out of range.
  public subscript(index: Int) -> FrozenObject<Object> {
    guard index >= 0, index < Int.max else { Misuse.indexOutOfRange.stop() }
    guard let rows = rows(index..<(index + 1)) else {
      return FrozenObject(snapshot: Object(), serial: 0, store: store)
    }
    guard let found = rows.first else { Misuse.indexOutOfRange.stop() }
    return found
  }

  /// The first object; nil if the collection is empty.
  public var first: FrozenObject<Object>? { rows(0..<1)?.first }

  /// The objects that also match the filter.
  public func `where`(_ filter: (ColumnTerms<Object>) -> Filter<Object>) -> FrozenResults {
    FrozenResults(query: query.narrowed(by: filter(ColumnTerms(table: query.table))), store: store)
  }

  /// The same objects, sorted by a property; the sort is stable.
  public func sorted<Value: ColumnValue>(
    by keyPath: KeyPath<Object, Value>, ascending: Bool = true
  ) -> FrozenResults {
    FrozenResults(query: query.sorted(by: keyPath, ascending: ascending), store: store)
  }

  /// Iterates over all objects, which are read together.
  public func makeIterator() -> IndexingIterator<[FrozenObject<Object>]> {
    (rows(0..<Int.max) ?? []).makeIterator()
  }

  /// The live collection in the current thread's or queue's store, opened if necessary.
  public func thaw() throws(ConfinedStore.Failure) -> Results<Object> {
    Results(query, of: try store.thaw())
  }

  /// The live collection in a given store, such as an actor's; nil if the store is of another file.
  public func thaw(in live: ConfinedStore) -> Results<Object>? {
    live.check()
    return live.file === store.snapshot.file ? Results(query, of: live) : nil
  }

  private func rows(_ range: Range<Int>) -> [FrozenObject<Object>]? {
    store.readOrReport { (db) throws(DatabaseError) in try query.rows(range, on: db) }?
      .map { FrozenObject(snapshot: $0.object, serial: $0.serial, store: store) }
  }
}

extension FrozenResults: Equatable {
  /// Whether both are the same query on the same version.
  public static func == (one: FrozenResults, other: FrozenResults) -> Bool {
    one.store == other.store && one.query == other.query
  }
}

extension Results {
  /// A copy at the store's version; during a write, at the version before the write.
  public func freeze() throws(ConfinedStore.Failure) -> FrozenResults<Object> {
    if isInvalidated { Misuse.collectionInvalidated.stop() }
    return FrozenResults(query: query, store: try owner.freeze())
  }
}
