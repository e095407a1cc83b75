internal import CSQLite

/// One column of a statement's current row.
public struct ResultColumn: ~Copyable {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline let index: Int32

  @inlinable
  init(_ statement: OpaquePointer, index: Int) {
    self.statement = statement
    self.index = Int32(clamping: index)
  }

  /// Looked up once for type, value and length. SQLite calls it "unprotected": it may be read while
  /// no other thread uses the connection.
  var value: OpaquePointer? { sqlite3_column_value(statement, index) }

  /// Whether the column is NULL, or throws ``DatabaseError/noSuchColumn(_:sql:)``.
  public func isNull() throws(DatabaseError) -> Bool {
    guard sqlite3_column_type(statement, index) == SQLITE_NULL else { return false }
    try checkIndex()
    return true
  }

  /// - Throws: `wrongType` unless the value is an INTEGER.
  @usableFromInline
  func integer(as type: Any.Type) throws(DatabaseError) -> Int64 {
    let value = value
    guard sqlite3_value_type(value) == SQLITE_INTEGER else { throw mismatch(type) }
    return sqlite3_value_int64(value)
  }

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

  var outOfMemory: DatabaseError { .failure(SQLITE_NOMEM, of: statement) }
}

/// One parameter of a statement, to which a value binds itself.
public struct Parameter: ~Copyable {
  @usableFromInline let statement: OpaquePointer
  @usableFromInline let position: Int32

  @inlinable
  init(_ statement: OpaquePointer, position: Int) {
    self.statement = statement
    self.position = Int32(clamping: position)
  }

  /// Binds NULL, or throws ``DatabaseError/noSuchParameter(_:sql:)``.
  public func bindNull() throws(DatabaseError) { try check(sqlite3_bind_null(statement, position)) }

  func check(_ code: Int32) throws(DatabaseError) {
    guard code != SQLITE_OK else { return }
    guard code != SQLITE_RANGE else {
      throw .noSuchParameter(Int(position), sql: DatabaseError.sql(of: statement))
    }
    throw .failure(code, of: statement)
  }
}
