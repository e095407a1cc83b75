extension Connection {
  /// What the closure makes of each row.
  ///
  /// - Throws: what SQLite says, or the closure does; no values that are missing or too many.
  @inlinable
  public func rows<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value,
    read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> [Element] {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      var elements: [Element] = []
      try statement.forEach { (row) throws(DatabaseError) in elements.append(try read(row)) }
      return elements
    }
  }

  /// The same, for closures that throw errors of their own.
  @inlinable
  public func rows<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value, read: (borrowing Row) throws -> Element
  ) throws -> [Element] {
    try storage.lend(sql, failure: { $0 as any Error }) { statement in
      try statement.bind(repeat each values)
      var elements: [Element] = []
      try statement.forEach { row in elements.append(try read(row)) }
      return elements
    }
  }

  /// Every row as an element that knows how to read it.
  ///
  /// - Throws: what SQLite says, or the element does.
  @inlinable
  public func rows<each Value: DatabaseValue, Element: RowReadable>(
    as type: Element.Type, _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [Element] {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      var elements: [Element] = []
      try statement.forEach { (row) throws(DatabaseError) in elements.append(try Element(row)) }
      return elements
    }
  }

  /// The first row as an element that knows how to read it; nil if there is none.
  ///
  /// - Throws: what SQLite says, or the element does.
  @inlinable
  public func first<each Value: DatabaseValue, Element: RowReadable>(
    as type: Element.Type, _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> Element? {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      return try statement.first { (row) throws(DatabaseError) in try Element(row) }
    }
  }

  /// What the closure makes of the first row; nil if there is none.
  ///
  /// - Throws: what SQLite says, or the closure does.
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

  /// The same, for closures that throw errors of their own.
  @inlinable
  public func first<each Value: DatabaseValue, Element>(
    _ sql: String, _ values: repeat each Value, read: (borrowing Row) throws -> Element
  ) throws -> Element? {
    try storage.lend(sql, failure: { $0 as any Error }) { statement in
      try statement.bind(repeat each values)
      return try statement.first(read)
    }
  }

  /// The value in the first column of the first row: `let count: Int = try connection.value("SELECT …")`.
  ///
  /// - Throws: what SQLite says, ``DatabaseError/noRow(sql:)``, or what reading the column throws.
  @inlinable
  public func value<each Value: DatabaseValue, Result: DatabaseValue>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> Result {
    let value = try first(sql, repeat each values) { (row) throws(DatabaseError) -> Result in
      try row[0]
    }
    guard let value else { throw .noRow(sql: sql) }
    return value
  }
}
