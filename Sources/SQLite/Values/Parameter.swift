internal import CSQLite

/// One parameter of a statement, to which a value binds itself.
///
/// SQLite copies text and blobs when they are bound (`SQLITE_TRANSIENT`), because a pointer into a
/// Swift value is valid only during a closure, and the statement runs later.
public struct Parameter: ~Copyable {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline let position: Int32

  @inlinable
  init(_ statement: OpaquePointer, position: Int) {
    self.statement = statement
    self.position = Int32(clamping: position)
  }

  /// Binds NULL.
  ///
  /// - Throws: ``DatabaseError/noSuchParameter(_:sql:)``.
  public func bindNull() throws(DatabaseError) { try check(sqlite3_bind_null(statement, position)) }

  @usableFromInline
  func bind(_ integer: Int64) throws(DatabaseError) {
    try check(sqlite3_bind_int64(statement, position, integer))
  }

  @usableFromInline
  func bind(_ double: Double) throws(DatabaseError) {
    guard !double.isNaN else {
      throw .notANumber(parameter: Int(position), sql: DatabaseError.sql(of: statement))
    }
    try check(sqlite3_bind_double(statement, position, double))
  }

  @usableFromInline
  func bind(_ string: String) throws(DatabaseError) {
    var string = string
    try check(
      string.withUTF8 { text in
        // An empty buffer may have no address, which SQLite would bind as NULL.
        guard let address = text.baseAddress else {
          return sqlite3_bind_text64(statement, position, "", 0, copied, UInt8(SQLITE_UTF8))
        }
        return address.withMemoryRebound(to: CChar.self, capacity: text.count) {
          sqlite3_bind_text64(
            statement, position, $0, UInt64(text.count), copied, UInt8(SQLITE_UTF8))
        }
      })
  }

  @usableFromInline
  func bind(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) {
    guard let address = bytes.baseAddress, !bytes.isEmpty else {
      return try check(sqlite3_bind_zeroblob(statement, position, 0))
    }
    try check(sqlite3_bind_blob64(statement, position, address, UInt64(bytes.count), copied))
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code != SQLITE_OK else { return }
    guard code != SQLITE_RANGE else {
      throw .noSuchParameter(Int(position), sql: DatabaseError.sql(of: statement))
    }
    throw .failure(code, of: statement)
  }
}

/// `SQLITE_TRANSIENT`, a C macro with a cast, which Swift does not import.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
