internal import SQLite

/// The objects of a type that match, in an order: always those of the store's current version.
///
/// Nothing is read until something is asked, and then only that: a count, the first 64 rows, and for what
/// is beyond these the keys. It is used where its store is.
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
  private var firstRows: [StoredRow<Object>]?
  private var knownKeys: [RowKey<Object>]?
  private static var firstLength: Int { 64 }

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

  /// - Returns: nil if the database refuses, after the reason was reported.
  func evaluate<Value>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Value
  ) -> Value? {
    checkValid()
    evaluations += 1
    return owner.readOrReport(body)
  }

  private func forgetOld() {
    checkValid()
    guard epoch != owner.epoch else { return }
    knownCount = nil
    firstRows = nil
    knownKeys = nil
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
    return count ?? 0
  }

  /// Whether there are none.
  public var isEmpty: Bool { first == nil }

  /// The object at that place; a place that there is not ends the process.
  public subscript(index: Int) -> LiveObject<Object> {
    switch object(at: index) {
    case .found(let object): return object
    case .none: Misuse.indexOutOfRange.stop()
    case .unreadable: return live(RowKey(key: Object().id, serial: 0))
    }
  }

  /// The first; nil if there is none.
  public var first: LiveObject<Object>? { object(at: 0).found }

  /// The last; nil if there is none.
  public var last: LiveObject<Object>? { object(at: count - 1).found }

  /// Where the object is; nil if it is not among them.
  public func firstIndex(of object: LiveObject<Object>) -> Int? {
    guard object.owner === owner, !object.isInvalidated else { return nil }
    return keys.firstIndex { $0.serial == object.serial }
  }

  /// What is at a place.
  private enum Found {
    case found(LiveObject<Object>)
    /// It is beyond the end, or before the beginning.
    case none
    case unreadable

    var found: LiveObject<Object>? { if case .found(let object) = self { object } else { nil } }
  }

  private func object(at index: Int) -> Found {
    forgetOld()
    guard index >= 0 else { return .none }
    if index < Self.firstLength {
      let rows =
        firstRows
        ?? evaluate { (db) throws(DatabaseError) in
          try query.rows(0..<Self.firstLength, on: db)
        }
      firstRows = rows
      guard let rows else { return .unreadable }
      guard index < rows.count else { return .none }
      return .found(
        LiveObject(rows[index].object, serial: rows[index].serial, in: query.table, of: owner))
    }
    guard let keys = readKeys() else { return .unreadable }
    return index < keys.count ? .found(live(keys[index])) : .none
  }

  /// The keys of all, in order.
  var keys: [RowKey<Object>] { readKeys() ?? [] }

  private func readKeys() -> [RowKey<Object>]? {
    forgetOld()
    let keys = knownKeys ?? evaluate { (db) throws(DatabaseError) in try query.keys(on: db) }
    knownKeys = keys
    return keys
  }

  /// An object that is read when it is asked for something.
  func live(_ row: RowKey<Object>) -> LiveObject<Object> {
    LiveObject(unread: row.key, serial: row.serial, in: query.table, of: owner)
  }
}

@available(*, unavailable, message: "Results are used where their store is; freeze or copy them.")
extension Results: Sendable {}
