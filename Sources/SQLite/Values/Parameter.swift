internal import CSQLite

/// One parameter of a statement, to which a value binds itself.
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

  func check(_ code: Int32) throws(DatabaseError) {
    guard code != SQLITE_OK else { return }
    guard code != SQLITE_RANGE else {
      throw .noSuchParameter(Int(position), sql: DatabaseError.sql(of: statement))
    }
    throw .failure(code, of: statement)
  }
}
