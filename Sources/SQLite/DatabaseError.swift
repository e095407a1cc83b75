internal import CSQLite
public import Foundation

/// An error of the database.
///
/// Most cases are errors of the caller that SQLite itself accepts; what SQLite refuses is
/// ``failed(code:message:sql:path:)``. The enum is indirect, so that a call that may fail passes one
/// word for it.
public indirect enum DatabaseError: Error, Equatable, Sendable {
  /// SQLite refused. The message is in its own words; there is no path in memory.
  case failed(code: Code, message: String, sql: String?, path: String?)
  /// The URL does not name a file of this machine, or has a NUL in its path.
  case notAFile(URL)
  /// The file system does not carry this journal mode; SQLite went on with another.
  case journalRefused(wanted: String, got: String, path: String?)

  /// A column holds something else than it was read as; NULL is something else, too.
  case wrongType(column: String, wanted: String, found: String, sql: String)
  /// There is no column of that name or index in the row.
  case noSuchColumn(String, sql: String)
  /// The one row that was asked for is not there.
  case noRow(sql: String)

  /// There is no parameter of that name or position in the statement.
  case noSuchParameter(String, sql: String)
  /// There are more or fewer values than parameters.
  case wrongParameterCount(wanted: Int, given: Int, sql: String)
  /// A `Double` that is not a number, which SQLite would silently store as NULL.
  case notANumber(parameter: Int, sql: String)
  /// The SQL holds no statement, or more than one, or a NUL, at which SQLite would stop reading.
  case notOneStatement(sql: String)

  /// The transaction ended before its closure returned: by SQLite itself after an error, or by SQL.
  case transactionEnded(path: String?)
  /// A transaction was opened by SQL and not closed; it was rolled back.
  case transactionLeftOpen(path: String?)

  /// A later version of the program wrote this database.
  case newerVersion(found: Int, known: Int, path: String?)
  /// The version of the schema is below zero, which no migration sets.
  case invalidVersion(Int, path: String?)
  /// A migration failed and was rolled back, so the database is at the version before it.
  case migrationFailed(version: Int, title: String, reason: DatabaseError)
}

extension DatabaseError {
  /// SQLite's code, if the error is SQLite's.
  public var code: Code? {
    switch self {
    case .failed(let code, _, _, _): code
    case .migrationFailed(_, _, let reason): reason.code
    default: nil
    }
  }

  /// Whether SQLite could not open a file because of the limit of open files. It has no code for that, so the message,
  /// which ends with the system's reason, decides.
  public var isOutOfFiles: Bool {
    switch self {
    case .failed(.cannotOpen, let message, _, _):
      [EMFILE, ENFILE].contains { message.hasSuffix(String(cString: strerror($0))) }
    case .migrationFailed(_, _, let reason): reason.isOutOfFiles
    default: false
    }
  }

  /// The file of the connection that SQLite refused; nil in memory.
  var path: String? {
    switch self {
    case .failed(_, _, _, let path): path
    case .migrationFailed(_, _, let reason): reason.path
    default: nil
    }
  }

  /// Whether SQLite refused with this code, or with one that refines it:
  /// `catch where error.matches(.busy)`.
  public func matches(_ code: Code) -> Bool { self.code.map { code ~= $0 } ?? false }
}

extension DatabaseError: CustomStringConvertible, LocalizedError {
  /// The same sentences as ``description``.
  public var errorDescription: String? { description }

  /// What failed and what to do, in sentences.
  public var description: String {
    switch self {
    case .failed(let code, let message, let sql, let path):
      let during = sql.map { " while it ran \($0)" } ?? ""
      return "SQLite refused\(during): \(message) (code \(code.rawValue), \(name(path)))."
        + ((isOutOfFiles ? Self.fileLimitWayOut : code.wayOut).map { " \($0)" } ?? "")
    case .notAFile(let url):
      return url.isFileURL
        ? "\(url.absoluteString) has a NUL (%00) in its path, which no file has. Remove it."
        : "\(url.absoluteString) is not a file of this machine. Give a file URL."
    case .journalRefused(let wanted, let got, let path):
      return "The journal mode \(wanted) is not possible for \(name(path)), which stays in \(got). "
        + "Put the file on a local disk, or ask for \(got)."
    case .wrongType(let column, let wanted, let found, let sql):
      let wayOut = found == "NULL" ? "Read it as an Optional" : "Read it as what it holds"
      return "The column \(column) of \(sql) was read as \(wanted) and holds \(found). \(wayOut)."
    case .noSuchColumn(let column, let sql):
      return "There is no column \(column) in a row of \(sql). Columns count from 0."
    case .noRow(let sql):
      return "There is no row for \(sql). If that is possible, call first(_:_:)."
    case .noSuchParameter(let parameter, let sql):
      return "There is no parameter \(parameter) in \(sql). Positions count from 1, and a name is "
        + "written with its colon."
    case .wrongParameterCount(let wanted, let given, let sql):
      return "\(sql) has \(wanted) parameter(s) and received \(given) value(s). Pass one for each "
        + "parameter."
    case .notANumber(let parameter, let sql):
      return "Parameter \(parameter) of \(sql) is not a number, which SQLite would store as NULL. "
        + "Bind nil where that is meant."
    case .notOneStatement(let sql):
      return "\(sql.debugDescription) is not exactly one statement. Scripts go to execute(_:)."
    case .transactionEnded(let path):
      return
        "The transaction on \(name(path)) ended before its closure did. Let an error that SQLite "
        + "answered by rolling back leave the closure, and write no COMMIT or ROLLBACK in it."
    case .transactionLeftOpen(let path):
      return "A transaction on \(name(path)) was begun and not ended, so it was rolled back. Use "
        + "transaction(_:_:)."
    case .newerVersion(let found, let known, let path):
      return "The database \(name(path)) has version \(found), and this program knows \(known). "
        + "Install a newer version of the program."
    case .invalidVersion(let found, let path):
      return "The database \(name(path)) has version \(found), which no migration sets. "
        + "Another program may own the file: choose another path."
    case .migrationFailed(let version, let title, let reason):
      return "The migration to version \(version), \(title), failed and was rolled back. \(reason)"
    }
  }

  private static let fileLimitWayOut: String? =
    "Raise the limit of open files (`ulimit -n`), or close some."

  private func name(_ path: String?) -> String { path ?? "a database in memory" }
}

extension DatabaseError.Code {
  /// What to do.
  fileprivate var wayOut: String? {
    switch self {
    case .busySnapshot: "Begin the transaction again, as .immediate."
    case .busy: "Another connection is writing: try again later, or with a longer busyTimeout."
    case .locked: "Finish reading before you change the table."
    case .readOnly: "Open the database with access to write."
    case .inputOutput: "Check that the disk is connected and healthy."
    case .corrupt: "Restore the file from a copy."
    case .full: "Make room, then try again; nothing of this transaction was stored."
    case .cannotOpen: "Check that the folder exists and that the path names a file you may read."
    case .tooBig: "Store it in a file of its own, or in parts."
    case .constraint: "Change the values, or the rule in the table."
    case .notADatabase: "Check the path; the file was not changed."
    case .error: "Check the SQL."
    default: nil
    }
  }
}

extension DatabaseError {
  /// The last error of a connection. Call it before anything else is done on the connection.
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

  /// The last error of a statement.
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
