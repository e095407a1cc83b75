internal import SQLite

/// The identity of a row: its key and its serial number, because a later row may have the same key.
struct RowKey<Object: ConfinedObject>: Sendable {
  let key: Object.ID
  let serial: Int64
}

/// The query of a collection: `(where | sorted)*`. It is a value and has no store.
struct ObjectQuery<Object: ConfinedObject>: Sendable {
  let table: ObjectTable<Object>
  private var filter: Filter<Object>?
  private var order: [String] = []

  init(_ table: ObjectTable<Object>) { self.table = table }

  private var condition: String { filter.map { " WHERE \($0.sql)" } ?? "" }
  private var values: [any ColumnValue] { filter?.values ?? [] }

  func narrowed(by filter: Filter<Object>) -> ObjectQuery {
    var query = self
    query.filter = self.filter.map { $0 && filter } ?? filter
    return query
  }

  /// Sorts by the property, then by the properties of earlier calls.
  func sorted(by keyPath: PartialKeyPath<Object>, ascending: Bool) -> ObjectQuery {
    var query = self
    query.order.insert(table.sqlName(of: keyPath) + (ascending ? "" : " DESC"), at: 0)
    return query
  }

  // Ties are broken by key, so that the order is deterministic.
  private var ordering: String { " ORDER BY " + (order + [table.keyName]).joined(separator: ", ") }

  private func run<Element: RowReadable>(
    _ sql: String, on connection: borrowing Connection
  ) throws(DatabaseError) -> [Element] {
    try run(sql, on: connection, read: Element.init(_:))
  }

  /// Binds `first`, then the values of the filter.
  private func run<Element>(
    _ sql: String, binding first: [any ColumnValue] = [], on connection: borrowing Connection,
    read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> [Element] {
    try connection.prepared(sql) { (statement) throws(DatabaseError) in
      for (index, value) in (first + values).enumerated() {
        try statement.bind(value, at: index + 1)
      }
      return try statement.rows(read)
    }
  }

  func count(on connection: borrowing Connection) throws(DatabaseError) -> Int {
    let counts: [Int] = try run(
      "SELECT count(*) FROM \(table.name.quoted)\(condition)", on: connection)
    return counts.first ?? 0
  }

  func rows(
    _ range: Range<Int>, on connection: borrowing Connection
  ) throws(DatabaseError) -> [StoredRow<Object>] {
    try run(
      "\(table.selection)\(condition)\(ordering) LIMIT \(range.count) OFFSET \(range.lowerBound)",
      on: connection, read: table.read)
  }

  func keys(on connection: borrowing Connection) throws(DatabaseError) -> [RowKey<Object>] {
    try run(
      "SELECT \(table.keyName), _serial FROM \(table.name.quoted)\(condition)\(ordering)",
      on: connection
    ) { (row) throws(DatabaseError) in RowKey(key: try row[0], serial: try row[1]) }
  }

  /// All rows, marked if they were written after a version.
  func marks(
    since version: Int64, on connection: borrowing Connection
  ) throws(DatabaseError) -> [RowMark] {
    try run(
      "SELECT \(RowMark.sql) FROM \(table.name.quoted)\(condition)\(ordering)",
      binding: [version], on: connection
    ) { (row) throws(DatabaseError) in RowMark(bits: try row[0]) }
  }

  func deleteAll(on connection: borrowing Connection) throws(DatabaseError) {
    let _: [Int] = try run("DELETE FROM \(table.name.quoted)\(condition)", on: connection)
  }

  func sum<Value: ColumnValue & AdditiveArithmetic>(
    _ keyPath: PartialKeyPath<Object>, on connection: borrowing Connection
  ) throws(DatabaseError) -> Value {
    let column = table.sqlName(of: keyPath)
    let rows = "FROM \(table.name.quoted)\(condition)"
    let sums: [Value?] = try run("SELECT sum(\(column)) \(rows)", on: connection)
    if let sum = sums.first ?? nil { return sum }
    // SQLite returns null for infinite sums, as for no values.
    guard Value.columnType == .real else { return .zero }
    let values: [Value?] = try run("SELECT \(column) \(rows)", on: connection)
    return values.compactMap(\.self).reduce(.zero, +)
  }
}

extension ObjectQuery: Equatable {
  static func == (one: ObjectQuery, other: ObjectQuery) -> Bool {
    one.order == other.order && one.condition == other.condition
      && one.values.count == other.values.count
      && zip(one.values, other.values).allSatisfy { one, other in one.isEqual(to: other) }
  }
}

extension ColumnValue {
  fileprivate func isEqual(to other: any ColumnValue) -> Bool { self == other as? Self }
}
