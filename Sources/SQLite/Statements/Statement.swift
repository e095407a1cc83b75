internal import CSQLite

/// One SQL statement that SQLite has compiled: `bind* (run | forEach | first)`, again and again.
///
/// A connection lends it to a closure and keeps it for the next time; it cannot leave the closure.
/// Running it changes it, so the compiler does not let it be run again from inside its own rows.
/// Values are bound, never written into the SQL, so a value is never taken for SQL.
public struct Statement: ~Copyable {
  @usableFromInline let pointer: OpaquePointer

  init(_ sql: String, on handle: OpaquePointer) throws(DatabaseError) {
    var sql = sql
    let (code, compiled, isWhole) = sql.withUTF8 { Self.compile($0, on: handle) }
    guard code == SQLITE_OK else { throw .failure(code, on: handle, sql: sql) }
    guard let compiled, isWhole else {
      sqlite3_finalize(compiled)
      throw .notOneStatement(sql: sql)
    }
    pointer = compiled
  }

  deinit { sqlite3_finalize(pointer) }

  private static func compile(
    _ sql: UnsafeBufferPointer<UInt8>, on handle: OpaquePointer
  ) -> (code: Int32, OpaquePointer?, isWhole: Bool) {
    guard !sql.contains(0) else { return (SQLITE_OK, nil, false) }
    var script = Script(sql)
    var first: OpaquePointer?
    let code = script.next(on: handle, persistent: true, &first)
    guard code == SQLITE_OK, first != nil else { return (code, first, false) }
    // Comments and blanks may follow: they compile to nothing.
    var second: OpaquePointer?
    let isEmpty = script.next(on: handle, persistent: false, &second) == SQLITE_OK && second == nil
    sqlite3_finalize(second)
    return (code, first, isEmpty)
  }

  /// The text that it was compiled from, without the values that are bound.
  public var sql: String { DatabaseError.sql(of: pointer) }

  // MARK: Running

  /// Runs it to its end, with the values that are bound; rows are passed over.
  ///
  /// - Throws: what SQLite says; the statement can be run again.
  @inlinable
  public mutating func run() throws(DatabaseError) {
    defer { reset() }
    while try step() {}
  }

  /// Calls the closure with each row; a row is gone when the closure returns.
  ///
  /// - Throws: what SQLite says, or the closure does; either ends the loop.
  @inlinable
  public mutating func forEach(
    _ body: (borrowing Row) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    defer { reset() }
    while try step() { try body(Row(pointer)) }
  }

  /// Calls the closure with each row; a row is gone when the closure returns.
  ///
  /// - Throws: what SQLite says, or the closure does; either ends the loop.
  @inlinable
  public mutating func forEach(_ body: (borrowing Row) throws -> Void) throws {
    defer { reset() }
    while try step() { try body(Row(pointer)) }
  }

  /// What the function makes of each row.
  ///
  /// - Throws: what SQLite says, or the function does.
  @inlinable
  public mutating func rows<Element>(
    _ read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> [Element] {
    defer { reset() }
    var elements: [Element] = []
    while try step() { elements.append(try read(Row(pointer))) }
    return elements
  }

  /// What the closure makes of each row.
  ///
  /// - Throws: what SQLite says, or the closure does.
  @inlinable
  public mutating func rows<Element>(
    _ read: (borrowing Row) throws -> Element
  ) throws -> [Element] {
    defer { reset() }
    var elements: [Element] = []
    while try step() { elements.append(try read(Row(pointer))) }
    return elements
  }

  /// What the closure makes of the first row; nil if there is none.
  ///
  /// - Throws: what SQLite says, or the closure does.
  @inlinable
  public mutating func first<Element>(
    _ read: (borrowing Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> Element? {
    defer { reset() }
    return try step() ? try read(Row(pointer)) : nil
  }

  /// What the closure makes of the first row; nil if there is none.
  ///
  /// - Throws: what SQLite says, or the closure does.
  @inlinable
  public mutating func first<Element>(
    _ read: (borrowing Row) throws -> Element
  ) throws -> Element? {
    defer { reset() }
    return try step() ? try read(Row(pointer)) : nil
  }

  /// - Returns: whether there is a row to read.
  @usableFromInline
  func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(pointer)
    guard code != SQLITE_ROW else { return true }
    guard code == SQLITE_DONE else { throw .failure(code, of: pointer) }
    return false
  }

  /// Ends the reading, so that its lock is given back. The code it returns is that of the last step.
  @usableFromInline
  func reset() { sqlite3_reset(pointer) }
}
