internal import SQLite

/// The objects of a type that match, in an order: always those of the store's present version.
///
/// Nothing is read until something is asked, and then only that: a count, or a stretch of 64 rows
/// around an index. It is used where its store is.
public final class Results<Object: ConfinedObject> {
  let owner: ConfinedStore
  let query: Query<Object>
  private let generation: Int

  /// How often the database was asked since it was made.
  public var evaluationCount: Int {
    checkValid()
    return evaluations
  }
  private var evaluations = 0

  // What was read, good for one epoch of the store.
  private var epoch = -1
  private var knownCount: Int?
  private var stretch: (start: Int, rows: [StoredRow<Object>])?
  private static var stretchLength: Int { 64 }

  init(_ query: Query<Object>, of owner: ConfinedStore) {
    self.query = query
    self.owner = owner
    generation = owner.generation
  }

  // MARK: State

  /// Whether its store was invalidated since it was made.
  public var isInvalidated: Bool {
    owner.check()
    return generation != owner.generation
  }

  /// Live results are not frozen.
  public var isFrozen: Bool { false }

  private func checkValid() {
    if isInvalidated { Misuse.collectionInvalidated.stop() }
  }

  func evaluate<Answer>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Answer
  ) -> Answer {
    checkValid()
    evaluations += 1
    return owner.mustRead(body)
  }

  private func forgetOld() {
    checkValid()
    guard epoch != owner.epoch else { return }
    knownCount = nil
    stretch = nil
    epoch = owner.epoch
  }

  // MARK: Narrowing

  /// Those of them that the filter lets through: `where { $0.age > 30 }`.
  public func `where`(_ filter: (ColumnTerms<Object>) -> Filter<Object>) -> Results {
    checkValid()
    return Results(query.narrowed(by: filter(ColumnTerms(table: query.table))), of: owner)
  }

  /// The same in another order; equal ones in the order that they had.
  public func sorted<Value: ColumnValue>(
    by keyPath: KeyPath<Object, Value>, ascending: Bool = true
  ) -> Results {
    checkValid()
    return Results(query.sorted(by: keyPath, ascending: ascending), of: owner)
  }

  // MARK: Elements

  /// How many there are.
  public var count: Int {
    forgetOld()
    if let knownCount { return knownCount }
    let count = evaluate { (db) throws(DatabaseError) in try query.count(on: db) }
    knownCount = count
    return count
  }

  /// Whether there are none.
  public var isEmpty: Bool { first == nil }

  /// The object at that place; a place that there is not ends the process.
  public subscript(index: Int) -> LiveObject<Object> {
    guard let row = row(at: index) else { Misuse.indexOutOfRange.stop() }
    return live(row)
  }

  /// The first; nil if there is none.
  public var first: LiveObject<Object>? { row(at: 0).map(live) }

  /// The last; nil if there is none.
  public var last: LiveObject<Object>? { row(at: count - 1).map(live) }

  /// Where the object is; nil if it is not among them.
  public func firstIndex(of object: LiveObject<Object>) -> Int? {
    guard object.owner === owner, !object.isInvalidated else { return nil }
    return evaluate { (db) throws(DatabaseError) in try query.keys(on: db) }
      .firstIndex { $0.serial == object.serial }
  }

  private func live(_ row: StoredRow<Object>) -> LiveObject<Object> {
    LiveObject(row.object, serial: row.serial, in: query.table, of: owner)
  }

  private func row(at index: Int) -> StoredRow<Object>? {
    forgetOld()
    guard index >= 0 else { return nil }
    if let stretch, stretch.start..<(stretch.start + stretch.rows.count) ~= index {
      return stretch.rows[index - stretch.start]
    }
    let start = index / Self.stretchLength * Self.stretchLength
    let rows = evaluate { (db) throws(DatabaseError) in
      try query.rows(start..<(start + Self.stretchLength), on: db)
    }
    stretch = (start, rows)
    return rows.indices.contains(index - start) ? rows[index - start] : nil
  }
}

@available(*, unavailable, message: "Results are used where their store is; freeze or copy them.")
extension Results: Sendable {}
