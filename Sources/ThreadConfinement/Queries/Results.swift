internal import SQLite

/// A live, sorted collection of the objects that match a filter at the store's current version.
///
/// It lazily reads the count, first 64 rows, or all keys. Use it only where its store is confined.
public final class Results<Object: ConfinedObject> {
  let owner: ConfinedStore
  let query: ObjectQuery<Object>
  private let generation: Int

  /// The number of queries that this collection has run.
  public private(set) var evaluationCount = 0

  // Cached reads, valid for one epoch of the store.
  private var epoch = -1
  private var knownCount: Int?
  private var firstRows: [StoredRow<Object>]?
  private var knownKeys: [RowKey<Object>]?
  private static var firstLength: Int { 64 }

  init(_ query: ObjectQuery<Object>, of owner: ConfinedStore) {
    self.query = query
    self.owner = owner
    generation = owner.reading.generation
  }

  /// Whether the store was invalidated after the collection was created.
  public var isInvalidated: Bool {
    owner.check()
    return generation != owner.reading.generation
  }

  private func checkValid() {
    if isInvalidated { Misuse.collectionInvalidated.stop() }
  }

  func evaluate<Value>(_ body: (borrowing Connection) throws(DatabaseError) -> Value) -> Value? {
    checkValid()
    evaluationCount += 1
    return owner.readOrReport(body)
  }

  private func dropStaleValues() {
    checkValid()
    guard epoch != owner.reading.epoch else { return }
    knownCount = nil
    firstRows = nil
    knownKeys = nil
    epoch = owner.reading.epoch
  }

  /// The objects that also match the filter: `where { $0.age > 30 }`.
  public func `where`(_ filter: (ColumnTerms<Object>) -> Filter<Object>) -> Results {
    checkValid()
    return Results(query.narrowed(by: filter(ColumnTerms(table: query.table))), of: owner)
  }

  /// The same objects, sorted by a property; the sort is stable.
  public func sorted<Value: ColumnValue>(
    by keyPath: KeyPath<Object, Value>, ascending: Bool = true
  ) -> Results {
    checkValid()
    return Results(query.sorted(by: keyPath, ascending: ascending), of: owner)
  }

  public var count: Int {
    dropStaleValues()
    if let knownCount { return knownCount }
    knownCount = evaluate(query.count)
    return knownCount ?? 0
  }

  public var isEmpty: Bool { first == nil }

  /// The object at an index. Traps if the index is out of range.
  public subscript(index: Int) -> LiveObject<Object> {
    guard let found = object(at: index) else {
      return live(RowKey(key: Object().id, serial: 0))
    }
    guard let found else { Misuse.indexOutOfRange.stop() }
    return found
  }

  /// The first object; nil if the collection is empty.
  public var first: LiveObject<Object>? { object(at: 0) ?? nil }

  /// The last object; nil if the collection is empty.
  public var last: LiveObject<Object>? { object(at: count - 1) ?? nil }

  /// The index of the object; nil if the collection does not contain it.
  public func firstIndex(of object: LiveObject<Object>) -> Int? {
    guard object.owner === owner, !object.isInvalidated else { return nil }
    return keys.firstIndex { $0.serial == object.serial }
  }

  /// - Returns: Nil if the read fails; an object that is nil if the index is out of range.
  private func object(at index: Int) -> LiveObject<Object>?? {
    dropStaleValues()
    guard index >= 0 else { return .some(nil) }
    guard index < Self.firstLength else {
      return readKeys().map { index < $0.count ? live($0[index]) : nil }
    }
    firstRows =
      firstRows
      ?? evaluate { (db) throws(DatabaseError) in try query.rows(0..<Self.firstLength, on: db) }
    return firstRows.map { rows in
      guard index < rows.count else { return nil }
      let row = rows[index]
      return LiveObject(
        row.object, key: row.object.id, serial: row.serial, in: query.table, of: owner)
    }
  }

  var keys: [RowKey<Object>] { readKeys() ?? [] }

  private func readKeys() -> [RowKey<Object>]? {
    dropStaleValues()
    knownKeys = knownKeys ?? evaluate(query.keys)
    return knownKeys
  }

  func live(_ row: RowKey<Object>) -> LiveObject<Object> {
    LiveObject(nil, key: row.key, serial: row.serial, in: query.table, of: owner)
  }
}

@available(*, unavailable, message: "Results are used where their store is; freeze or copy them.")
extension Results: Sendable {}

extension Results: Sequence {
  /// Iterates over the current objects, even if the loop deletes or changes them.
  public func makeIterator() -> Iterator { Iterator(keys, of: self) }

  /// An iterator over the keys at its creation, which reads each object when it reaches it.
  public struct Iterator: IteratorProtocol {
    private let results: Results
    private let keys: [RowKey<Object>]
    private var place = 0

    init(_ keys: [RowKey<Object>], of results: Results) {
      self.keys = keys
      self.results = results
    }

    /// The next object. Traps if the store was invalidated during the iteration.
    public mutating func next() -> LiveObject<Object>? {
      guard !results.isInvalidated else { Misuse.invalidatedDuringWalk.stop() }
      guard place < keys.count else { return nil }
      defer { place += 1 }
      return results.live(keys[place])
    }
  }
}

extension Results {
  /// The sum of a column; 0 if the collection is empty. An overflowing sum of integers is a read
  /// error, see ``ConfinedStore/checkingReads(_:)``; a floating-point sum follows IEEE 754.
  public func sum<Value: ColumnValue & AdditiveArithmetic>(
    of keyPath: KeyPath<Object, Value>
  ) -> Value {
    evaluate { (db) throws(DatabaseError) in try query.sum(keyPath, on: db) } ?? .zero
  }
}
