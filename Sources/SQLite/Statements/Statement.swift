internal import CSQLite

/// A compiled SQL statement: `(bind* (run | rows | first))*`.
///
/// A connection lends it to a closure, which it cannot escape. Running it is mutating, so the
/// compiler prevents a nested run from inside its own rows. Values are bound, never inserted into
/// the SQL, which rules out SQL injection.
public struct Statement: ~Copyable {
  @usableFromInline let pointer: OpaquePointer

  init(_ sql: String, on handle: OpaquePointer) throws(DatabaseError) {
    guard !sql.utf8.contains(0) else { throw .notOneStatement(sql: sql) }
    let (code, compiled, isWhole) = sql.withCString { Self.compile($0, on: handle) }
    guard code == SQLITE_OK else { throw .failure(code, on: handle, sql: sql) }
    guard let compiled, isWhole else {
      sqlite3_finalize(compiled)
      throw .notOneStatement(sql: sql)
    }
    pointer = compiled
  }

  deinit { sqlite3_finalize(pointer) }

  private static func compile(
    _ sql: UnsafePointer<CChar>, on handle: OpaquePointer
  ) -> (code: Int32, OpaquePointer?, isWhole: Bool) {
    var (first, second, rest): (OpaquePointer?, OpaquePointer?, UnsafePointer<CChar>?)
    let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(handle, sql, -1, persistent, &first, &rest)
    guard code == SQLITE_OK, first != nil else { return (code, first, false) }
    // Comments and white space may follow: they compile to nothing.
    let isWhole = sqlite3_prepare_v3(handle, rest, -1, 0, &second, nil) == SQLITE_OK
    sqlite3_finalize(second)
    return (code, first, isWhole && second == nil)
  }

  /// The SQL, without the bound values.
  public var sql: String { DatabaseError.sql(of: pointer) }

  // An error, of SQLite or of a closure, ends the run. The statement can then be run again.

  /// Runs the statement to its end with the bound values. Rows are ignored.
  @inlinable
  public mutating func run() throws(DatabaseError) {
    defer { reset() }
    while try step() {}
  }

  /// All rows, each transformed by a function.
  @inlinable
  public mutating func rows<Element>(
    _ read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> [Element] {
    defer { reset() }
    var elements: [Element] = []
    while try step() { elements.append(try read(Row(pointer))) }
    return elements
  }

  /// The first row, transformed by a function; nil if there is none.
  @inlinable
  public mutating func first<Element>(
    _ read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> Element? {
    defer { reset() }
    return try step() ? try read(Row(pointer)) : nil
  }

  /// - Returns: Whether there is a row to read.
  @usableFromInline
  func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(pointer)
    guard code != SQLITE_ROW else { return true }
    guard code == SQLITE_DONE else { throw .failure(code, of: pointer) }
    return false
  }

  /// Ends the read and releases its lock. Ignores the result, which repeats the last step's code.
  @usableFromInline
  func reset() { sqlite3_reset(pointer) }
}

extension Statement {
  /// Binds one value to each parameter, in order. Throws
  /// ``DatabaseError/wrongParameterCount(wanted:given:sql:)`` before any value is bound.
  @inlinable
  public mutating func bind<each Value: DatabaseValue>(
    _ values: repeat each Value
  ) throws(DatabaseError) {
    // Pack expansions instead of loops, which would be specialised for the pack but not unrolled.
    var position = 0
    repeat count((each Value).self, &position)
    guard position == parameterCount else {
      throw .wrongParameterCount(wanted: parameterCount, given: position, sql: sql)
    }
    position = 0
    repeat try bind(each values, after: &position)
  }

  @inlinable
  func count(_: (some DatabaseValue).Type, _ count: inout Int) { count += 1 }

  @inlinable
  func bind(_ value: some DatabaseValue, after position: inout Int) throws(DatabaseError) {
    position += 1
    try value.bind(to: Parameter(pointer, position: position))
  }

  /// Binds one value to a position, counted from 1, or throws
  /// ``DatabaseError/noSuchParameter(_:sql:)``. Other parameters keep their values, initially NULL.
  @inlinable
  public mutating func bind(_ value: some DatabaseValue, at position: Int) throws(DatabaseError) {
    try value.bind(to: Parameter(pointer, position: position))
  }

  @usableFromInline
  func clearBindings() { sqlite3_clear_bindings(pointer) }

  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }
}
