extension Connection {
  // MARK: Rows as values

  /// Every row as a value of the type that the context asks for.
  ///
  /// ```swift
  /// let names: [String] = try connection.rows("SELECT name FROM people")
  /// let people: [Person] = try connection.rows("SELECT id, name FROM people WHERE name = ?", "Ann")
  /// ```
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: one for each parameter.
  /// - Returns: all rows, in the order of the result.
  /// - Throws: what SQLite says; the wrong number of values; what reading a row throws.
  @inlinable
  public func rows<each Value: DatabaseValue, Element: RowReadable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [Element] {
    try rows(sql, repeat each values, read: Element.init(_:))
  }

  /// Every row as a tuple: `let users: [(Int, String)] = try connection.rows("SELECT id, name FROM user")`.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: one for each parameter.
  /// - Returns: all rows, in the order of the result.
  /// - Throws: what SQLite says; the wrong number of values; what reading a row throws.
  @inlinable
  public func rows<
    each Value: DatabaseValue, First: DatabaseValue, Second: DatabaseValue,
    each Other: DatabaseValue
  >(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [(First, Second, repeat each Other)] {
    try rows(sql, repeat each values) { (row) throws(DatabaseError) in try row.tuple() }
  }

  /// The first row as a value of the type that the context asks for.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: one for each parameter.
  /// - Returns: the row, or nil if there is none.
  /// - Throws: what SQLite says; the wrong number of values; what reading a row throws.
  @inlinable
  public func first<each Value: DatabaseValue, Element: RowReadable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> Element? {
    try first(sql, repeat each values, read: Element.init(_:))
  }

  /// The first row as a tuple.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: one for each parameter.
  /// - Returns: the row, or nil if there is none.
  /// - Throws: what SQLite says; the wrong number of values; what reading a row throws.
  @inlinable
  public func first<
    each Value: DatabaseValue, First: DatabaseValue, Second: DatabaseValue,
    each Other: DatabaseValue
  >(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> (First, Second, repeat each Other)? {
    try first(sql, repeat each values) { (row) throws(DatabaseError) in try row.tuple() }
  }

  /// The first row, which has to exist: `let count: Int = try connection.value("SELECT count(*) FROM news")`.
  ///
  /// - Parameters:
  ///   - sql: one statement.
  ///   - values: one for each parameter.
  /// - Returns: the row.
  /// - Throws: ``DatabaseError/noRow(sql:)``, or what ``first(_:_:)`` throws.
  @inlinable
  public func value<each Value: DatabaseValue, Result: RowReadable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> Result {
    let value: Result? = try first(sql, repeat each values)
    guard let value else { throw .noRow(sql: sql) }
    return value
  }

  // MARK: Rows read by a function

  /// What a function makes of each row: `try connection.rows(sql, read: table.object(of:))`.
  ///
  /// - Throws: what SQLite says; the wrong number of values; what the function throws.
  @inlinable
  public func rows<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value,
    read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> [Element] {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      return try statement.rows(read)
    }
  }

  /// What a closure with errors of its own makes of each row.
  ///
  /// - Throws: what SQLite says; the wrong number of values; what the closure throws.
  @inlinable
  public func rows<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value, read: (borrowing Row) throws -> Element
  ) throws -> [Element] {
    try storage.lend(sql, failure: { $0 as any Error }) { statement in
      try statement.bind(repeat each values)
      return try statement.rows(read)
    }
  }

  /// What a function makes of the first row; nil if there is none.
  ///
  /// - Throws: what SQLite says; the wrong number of values; what the function throws.
  @inlinable
  public func first<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value,
    read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> Element? {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      return try statement.first(read)
    }
  }

  /// What a closure with errors of its own makes of the first row; nil if there is none.
  ///
  /// - Throws: what SQLite says; the wrong number of values; what the closure throws.
  @inlinable
  public func first<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value, read: (borrowing Row) throws -> Element
  ) throws -> Element? {
    try storage.lend(sql, failure: { $0 as any Error }) { statement in
      try statement.bind(repeat each values)
      return try statement.first(read)
    }
  }
}
