internal import CSQLite
internal import Foundation

extension DatabaseError {
  /// What a connection has just refused; to be asked before anything else is done on it.
  static func failure(
    _ code: Int32, on connection: OpaquePointer?, sql: String? = nil, path: String? = nil
  ) -> DatabaseError {
    let path = path ?? connection.flatMap(Self.path)
    let code = Code(rawValue: code)
    guard let connection else {
      return .failed(code: code, message: "out of memory", sql: sql, path: path)
    }
    var message = String(cString: sqlite3_errmsg(connection))
    let reason = sqlite3_system_errno(connection)
    if .cannotOpen ~= code, reason != 0 { message += ": " + String(cString: strerror(reason)) }
    return .failed(code: code, message: message, sql: sql, path: path)
  }

  /// What a statement has just refused.
  static func failure(_ code: Int32, of statement: OpaquePointer) -> DatabaseError {
    failure(code, on: sqlite3_db_handle(statement), sql: sql(of: statement))
  }

  /// The SQL of a statement, without the values that are bound.
  static func sql(of statement: OpaquePointer) -> String {
    sqlite3_sql(statement).map { String(cString: $0) } ?? ""
  }

  /// The file of a connection; nil in memory.
  static func path(of connection: OpaquePointer) -> String? {
    guard let name = sqlite3_db_filename(connection, "main"), name.pointee != 0 else { return nil }
    return String(cString: name)
  }
}
