internal import CSQLite
public import Foundation

/// One column of a statement's current row.
public struct Column: ~Copyable {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline let index: Int32

  @inlinable
  init(_ statement: OpaquePointer, index: Int) {
    self.statement = statement
    self.index = Int32(clamping: index)
  }

  /// Looked up once for type, value and length. SQLite calls the value "unprotected": it may be
  /// read while no other thread uses the connection, and a connection is used by one thread at a time.
  private var value: OpaquePointer? { sqlite3_column_value(statement, index) }

  /// Whether the column is NULL.
  ///
  /// - Throws: ``DatabaseError/noSuchColumn(_:sql:)``.
  public func isNull() throws(DatabaseError) -> Bool {
    guard sqlite3_column_type(statement, index) == SQLITE_NULL else { return false }
    try checkIndex()
    return true
  }

  /// - Throws: ``DatabaseError/wrongType(column:wanted:found:sql:)`` unless the value is an
  ///   INTEGER.
  @usableFromInline
  func integer(as type: Any.Type) throws(DatabaseError) -> Int64 {
    let value = value
    guard sqlite3_value_type(value) == SQLITE_INTEGER else { throw mismatch(type) }
    return sqlite3_value_int64(value)
  }

  /// Also accepts an INTEGER that a `Double` represents exactly, because `sum(x)` of integers is an
  /// INTEGER.
  @usableFromInline
  func double() throws(DatabaseError) -> Double {
    let value = value
    switch sqlite3_value_type(value) {
    case SQLITE_FLOAT: return sqlite3_value_double(value)
    case SQLITE_INTEGER:
      let integer = sqlite3_value_int64(value)
      guard let double = Double(exactly: integer) else {
        throw mismatch(Double.self, found: "\(integer)")
      }
      return double
    default: throw mismatch(Double.self)
    }
  }

  /// Decodes the whole text, NULs included, without an intermediate copy. Bytes that are not UTF-8,
  /// which only another program can have stored, become U+FFFD; `CAST(… AS BLOB)` returns them
  /// unchanged.
  @usableFromInline
  func string() throws(DatabaseError) -> String {
    let value = value
    guard sqlite3_value_type(value) == SQLITE_TEXT else { throw mismatch(String.self) }
    guard let text = sqlite3_value_text(value) else { throw outOfMemory }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  @usableFromInline
  func data() throws(DatabaseError) -> Data {
    guard sqlite3_column_type(statement, index) == SQLITE_BLOB else { throw mismatch(Data.self) }
    // Nil for an empty blob.
    let bytes = sqlite3_column_blob(statement, index)
    let count = Int(sqlite3_column_bytes(statement, index))
    guard bytes != nil || count == 0 else { throw outOfMemory }
    return bytes.map { Data(bytes: $0, count: count) } ?? Data()
  }

  // MARK: Errors

  /// The error for a value that cannot be read as the type. `found` describes the value, if
  /// SQLite's type name is not enough.
  public func mismatch(_ type: Any.Type, found: String? = nil) -> DatabaseError {
    do throws(DatabaseError) { try checkIndex() } catch { return error }
    let name = sqlite3_column_name(statement, index).map { String(cString: $0) }
    return .wrongType(
      column: name ?? "\(index)", wanted: "\(type)", found: found ?? typeName,
      sql: DatabaseError.sql(of: statement))
  }

  private var typeName: String {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: "INTEGER"
    case SQLITE_FLOAT: "REAL"
    case SQLITE_TEXT: "TEXT"
    case SQLITE_BLOB: "BLOB"
    default: "NULL"
    }
  }

  private func checkIndex() throws(DatabaseError) {
    guard (0..<sqlite3_column_count(statement)).contains(index) else {
      throw .noSuchColumn(Int(index), sql: DatabaseError.sql(of: statement))
    }
  }

  private var outOfMemory: DatabaseError { .failure(SQLITE_NOMEM, of: statement) }
}
