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

  /// Calls the closure with each row, which is valid until the closure returns.
  ///
  /// - Throws: what SQLite says, or the closure does; either ends the loop.
  @inlinable
  public mutating func forEach(
    _ body: (borrowing Row) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    defer { reset() }
    while try step() { try body(Row(pointer)) }
  }

  /// Calls the closure with each row, which is valid until the closure returns.
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

  /// Ends the reading, which releases its lock. SQLite returns the code of the last step.
  @usableFromInline
  func reset() { sqlite3_reset(pointer) }
}

extension Statement {
  /// Binds one value to each parameter, in the order of positions.
  ///
  /// - Throws: ``DatabaseError/wrongParameterCount(wanted:given:sql:)`` before anything is bound, or
  ///   what binding one of them throws.
  @inlinable
  public mutating func bind<each Value: DatabaseValue>(
    _ values: repeat each Value
  ) throws(DatabaseError) {
    // Expressions and not loops: those would be specialised for the pack, but not unrolled.
    var position = 0
    repeat count((each Value).self, &position)
    try checkParameterCount(position)
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

  /// Binds one value; the others stay as they are, and NULL if they never were bound.
  /// The first position is 1.
  ///
  /// - Throws: ``DatabaseError/noSuchParameter(_:sql:)``.
  @inlinable
  public mutating func bind(
    _ value: some DatabaseValue, at position: Int
  ) throws(DatabaseError) {
    try value.bind(to: Parameter(pointer, position: position))
  }

  /// Binds one value; the others stay as they are, and NULL if they never were bound.
  /// The name is written as in the SQL, with its colon: `":name"`.
  ///
  /// - Throws: ``DatabaseError/noSuchParameter(_:sql:)``.
  @inlinable
  public mutating func bind(
    _ value: some DatabaseValue, to name: String
  ) throws(DatabaseError) {
    try value.bind(to: Parameter(pointer, position: try position(of: name)))
  }

  /// Forgets the values: every parameter is NULL.
  public mutating func clearBindings() { sqlite3_clear_bindings(pointer) }

  /// How many parameters there are to bind.
  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  @usableFromInline
  func checkParameterCount(_ given: Int) throws(DatabaseError) {
    guard given == parameterCount else {
      throw .wrongParameterCount(wanted: parameterCount, given: given, sql: sql)
    }
  }

  @usableFromInline
  func position(of name: String) throws(DatabaseError) -> Int {
    // SQLite reads a name up to the first NUL.
    let position = name.utf8.contains(0) ? 0 : sqlite3_bind_parameter_index(pointer, name)
    guard position > 0 else { throw .noSuchParameter(name, sql: sql) }
    return Int(position)
  }
}

/// SQL that may hold several statements, compiled one after the other.
struct Script {
  private var rest: UnsafeBufferPointer<UInt8>

  init(_ sql: UnsafeBufferPointer<UInt8>) { rest = sql }

  var isAtEnd: Bool { rest.isEmpty }

  /// Compiles the next statement; nil and `SQLITE_OK` is a comment, a blank, or the end.
  mutating func next(
    on handle: OpaquePointer, persistent: Bool, _ statement: inout OpaquePointer?
  ) -> Int32 {
    guard let start = rest.baseAddress, !rest.isEmpty else { return SQLITE_OK }
    return start.withMemoryRebound(to: CChar.self, capacity: rest.count) { text in
      var tail: UnsafePointer<CChar>?
      let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
      let code = sqlite3_prepare_v3(
        handle, text, Int32(clamping: rest.count), flags, &statement, &tail)
      let consumed = tail.map { $0 - text } ?? rest.count
      rest = UnsafeBufferPointer(rebasing: rest[consumed...])
      return code
    }
  }
}
