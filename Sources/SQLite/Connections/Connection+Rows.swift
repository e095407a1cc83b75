extension Connection {
  // MARK: Rows as values

  /// All rows, as values of the inferred type.
  ///
  /// ```swift
  /// let names: [String] = try connection.rows("SELECT name FROM people")
  /// let people: [Person] = try connection.rows("SELECT id, name FROM people WHERE name = ?", "Ann")
  /// ```
  /// - Parameters:
  ///   - sql: One statement.
  ///   - values: One value for each parameter.
  /// - Returns: All rows, in result order.
  /// - Throws: An error of SQLite, ``DatabaseError/wrongParameterCount(wanted:given:sql:)``, or an
  ///   error from reading a row.
  @inlinable
  public func rows<each Value: DatabaseValue, Element: RowReadable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [Element] {
    try rows(sql, repeat each values, read: Element.init(_:))
  }

  /// All rows, as tuples: `let users: [(Int, String)] = try connection.rows("SELECT id, name FROM
  /// user")`.
  ///
  /// - Throws: As for rows of another type.
  @inlinable
  public func rows<
    each Value: DatabaseValue, First: DatabaseValue, Second: DatabaseValue,
    each Other: DatabaseValue
  >(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [(First, Second, repeat each Other)] {
    try rows(sql, repeat each values) { (row) throws(DatabaseError) in try row.tuple() }
  }

  /// The first row, as a value of the inferred type.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - values: One value for each parameter.
  /// - Returns: The row; nil if there is none.
  /// - Throws: An error of SQLite, ``DatabaseError/wrongParameterCount(wanted:given:sql:)``, or an
  ///   error from reading a row.
  @inlinable
  public func first<each Value: DatabaseValue, Element: RowReadable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> Element? {
    try first(sql, repeat each values, read: Element.init(_:))
  }

  /// The first row, as a tuple.
  ///
  /// - Throws: As for a row of another type.
  @inlinable
  public func first<
    each Value: DatabaseValue, First: DatabaseValue, Second: DatabaseValue,
    each Other: DatabaseValue
  >(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> (First, Second, repeat each Other)? {
    try first(sql, repeat each values) { (row) throws(DatabaseError) in try row.tuple() }
  }

  /// The first row, which must exist: `let count: Int = try connection.value("SELECT count(*) FROM
  /// news")`.
  ///
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

  /// All rows, each transformed by a function: `try connection.rows(sql, read: table.object(of:))`.
  ///
  /// - Throws: An error of SQLite, ``DatabaseError/wrongParameterCount(wanted:given:sql:)``, or an
  ///   error of the function.
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

  /// All rows, each transformed by a closure that can throw any error.
  ///
  /// - Throws: An error of SQLite, ``DatabaseError/wrongParameterCount(wanted:given:sql:)``, or an
  ///   error of the closure.
  @inlinable
  public func rows<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value, read: (borrowing Row) throws -> Element
  ) throws -> [Element] {
    try storage.lend(sql, failure: { $0 as any Error }) { statement in
      try statement.bind(repeat each values)
      return try statement.rows(read)
    }
  }

  /// The first row, transformed by a function; nil if there is none.
  ///
  /// - Throws: An error of SQLite, ``DatabaseError/wrongParameterCount(wanted:given:sql:)``, or an
  ///   error of the function.
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
}
