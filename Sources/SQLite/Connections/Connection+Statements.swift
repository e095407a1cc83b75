internal import CSQLite

/// All of these throw an error of SQLite, ``DatabaseError/notOneStatement(sql:)`` or what a given
/// closure throws; with values, also ``DatabaseError/wrongParameterCount(wanted:given:sql:)``.
extension Connection {
  /// Lends a prepared statement, without bindings, to the closure. The connection caches it, so
  /// that the same SQL is compiled once. A nested call with the same SQL gets another statement.
  @inlinable
  public func prepared<Result>(
    _ sql: String, _ body: (inout Statement) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try storage.lend(sql) { (statement) throws(DatabaseError) in
      statement.clearBindings()
      return try body(&statement)
    }
  }

  /// Runs one statement: `try connection.run("DELETE FROM news WHERE id = ?", 1)`.
  @inlinable
  public func run<each Value: DatabaseValue>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) {
    try storage.lend(sql) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      try statement.run()
    }
  }

  /// Runs several statements without values, in order, until one fails. The earlier ones keep their
  /// effect, unless the call is in a ``transaction(_:_:)``. A script with a NUL is not run at all.
  public func execute(_ script: String) throws(DatabaseError) {
    try storage.checkTransaction()
    guard !script.utf8.contains(0) else { throw .notOneStatement(sql: script) }
    let code = sqlite3_exec(storage.handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw .failure(code, on: storage.handle, sql: script) }
  }

  /// All rows, as values of the inferred type, which may be one of yours:
  /// ```swift
  /// let names: [String] = try connection.rows("SELECT name FROM people")
  /// let people: [Person] = try connection.rows("SELECT id, name FROM people WHERE id = ?", 1)
  /// ```
  @inlinable
  public func rows<each Value: DatabaseValue, Element: RowReadable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [Element] {
    try rows(sql, repeat each values, read: Element.init(_:))
  }

  /// All rows, as tuples: `let users: [(Int, String)] = try connection.rows("SELECT id, name …")`.
  @inlinable
  public func rows<
    each Value: DatabaseValue, First: DatabaseValue, Second: DatabaseValue,
    each Other: DatabaseValue
  >(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [(First, Second, repeat each Other)] {
    try rows(sql, repeat each values) { (row) throws(DatabaseError) in try row.tuple() }
  }

  /// The first row, as a value of the inferred type; nil if there is none.
  @inlinable
  public func first<each Value: DatabaseValue, Element: RowReadable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> Element? {
    try first(sql, repeat each values, read: Element.init(_:))
  }

  /// The first row, as a tuple; nil if there is none.
  @inlinable
  public func first<
    each Value: DatabaseValue, First: DatabaseValue, Second: DatabaseValue,
    each Other: DatabaseValue
  >(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> (First, Second, repeat each Other)? {
    try first(sql, repeat each values) { (row) throws(DatabaseError) in try row.tuple() }
  }

  /// The first row: `let count: Int = try connection.value("SELECT count(*) FROM news")`. Without
  /// one it throws ``DatabaseError/noRow(sql:)``.
  @inlinable
  public func value<each Value: DatabaseValue, Result: RowReadable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> Result {
    let value: Result? = try first(sql, repeat each values)
    guard let value else { throw .noRow(sql: sql) }
    return value
  }

  /// All rows, each transformed by a function: `try connection.rows(sql, read: table.object(of:))`.
  @inlinable
  public func rows<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value,
    read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> [Element] {
    try storage.lend(sql) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      return try statement.rows(read)
    }
  }

  /// The first row, transformed by a function; nil if there is none.
  @inlinable
  public func first<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value,
    read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> Element? {
    try storage.lend(sql) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      return try statement.first(read)
    }
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  public var changeCount: Int { Int(sqlite3_changes(storage.handle)) }
}
