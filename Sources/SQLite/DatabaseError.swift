internal import CSQLite
public import Foundation

/// An error of a database operation. Most cases other than ``failed(code:message:sql:path:)`` are
/// mistakes of the caller that SQLite accepts. Indirect, so a typed throw passes one word.
public indirect enum DatabaseError: Error, Equatable, Sendable {
  /// SQLite reported an error, with its own message; `path` is nil for a database in memory.
  case failed(code: Code, message: String, sql: String?, path: String?)
  /// The URL is not a file URL, or its path contains a NUL.
  case notAFile(URL)
  /// The file system does not support a write-ahead log; SQLite uses this journal.
  case noWriteAheadLog(journal: String, path: String?)
  /// A damaged file cannot be removed, for the system's reason.
  case notRemoved(path: String, reason: String)

  /// A column was read as a type that its value does not have; NULL has none.
  case wrongType(column: String, wanted: String, found: String, sql: String)
  /// The row has no column of that index.
  case noSuchColumn(Int, sql: String)
  /// The query returned no row, but one is required.
  case noRow(sql: String)

  /// The statement has no parameter of that position.
  case noSuchParameter(Int, sql: String)
  /// The number of values differs from the number of parameters.
  case wrongParameterCount(wanted: Int, given: Int, sql: String)
  /// A `Double` is NaN, which SQLite would silently store as NULL.
  case notANumber(parameter: Int, sql: String)
  /// The SQL contains no statement, more than one, or a NUL, at which SQLite would stop reading.
  case notOneStatement(sql: String)

  /// The transaction ended within its closure: SQLite rolled it back on an error, or SQL ended it.
  case transactionEnded(path: String?)
  /// A transaction was begun by SQL and not ended; it was rolled back.
  case transactionLeftOpen(path: String?)

  /// No migration sets the schema's version: a newer version of the program wrote the database.
  case newerVersion(found: Int, known: Int, path: String?)
  /// A migration failed and was rolled back; the database has the previous version.
  case migrationFailed(version: Int, title: String, reason: DatabaseError)
}

extension DatabaseError {
  /// The result code, if SQLite reported the error.
  public var code: Code? {
    if case .failed(let code, _, _, _) = cause { code } else { nil }
  }

  /// Whether SQLite could not open a file because too many files are open. SQLite has no code for
  /// that, so the message, which ends with the system's reason, decides.
  public var isOutOfFiles: Bool {
    guard case .failed(.cannotOpen, let message, _, _) = cause else { return false }
    return [EMFILE, ENFILE].contains { message.hasSuffix(String(cString: strerror($0))) }
  }

  /// The file of the connection that failed; nil for a database in memory.
  var path: String? {
    if case .failed(_, _, _, let path) = cause { path } else { nil }
  }

  /// The error itself, or the reason of a failed migration.
  private var cause: DatabaseError {
    if case .migrationFailed(_, _, let reason) = self { reason.cause } else { self }
  }

  /// Whether SQLite reported this code or one that refines it: `catch where error.matches(.busy)`.
  public func matches(_ code: Code) -> Bool { self.code.map { code ~= $0 } ?? false }
}

extension DatabaseError: CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// Sentences that say what failed and what to do.
  public var description: String {
    switch self {
    case .failed(let code, let message, let sql, let path):
      "SQLite refused\(sql.map { " while it ran \($0)" } ?? ""): \(message) "
        + "(code \(code.rawValue), \(name(path)))." + (suggestion(code).map { " \($0)" } ?? "")
    case .notAFile(let url):
      url.isFileURL
        ? "\(url.absoluteString) has a NUL (%00) in its path, which no file has. Remove it."
        : "\(url.absoluteString) is not a file of this machine. Give a file URL."
    case .noWriteAheadLog(let journal, let path):
      "The journal mode wal is not possible for \(name(path)), which stays in \(journal). "
        + "Put the file on a local disk."
    case .notRemoved(let path, let reason):
      "\(path) is damaged and cannot be removed: \(reason). Remove it yourself, or allow it "
        + "to be removed."
    case .wrongType(let column, let wanted, let found, let sql):
      "The column \(column) of \(sql) was read as \(wanted) and holds \(found). "
        + "Read it as \(found == "NULL" ? "an Optional" : "what it holds")."
    case .noSuchColumn(let column, let sql):
      "There is no column \(column) in a row of \(sql). Columns count from 0."
    case .noRow(let sql):
      "There is no row for \(sql). If that is expected, call first(_:_:)."
    case .noSuchParameter(let parameter, let sql):
      "There is no parameter \(parameter) in \(sql). Positions count from 1."
    case .wrongParameterCount(let wanted, let given, let sql):
      "\(sql) has \(wanted) parameter(s) and received \(given) value(s). Pass one for each "
        + "parameter."
    case .notANumber(let parameter, let sql):
      "Parameter \(parameter) of \(sql) is not a number, which SQLite would store as NULL. "
        + "Bind nil to store NULL."
    case .notOneStatement(let sql):
      "\(sql.debugDescription) is not exactly one statement. Use execute(_:) for a script."
    case .transactionEnded(let path):
      "The transaction on \(name(path)) ended before its closure returned. Rethrow an error after "
        + "which SQLite rolled back, and do not run COMMIT or ROLLBACK in the closure."
    case .transactionLeftOpen(let path):
      "A transaction on \(name(path)) was left open, so it was rolled back. Use "
        + "transaction(_:_:)."
    case .newerVersion(let found, let known, let path):
      "The database \(name(path)) has version \(found), but this program supports only \(known). "
        + "Install a newer version of the program."
    case .migrationFailed(let version, let title, let reason):
      "The migration to version \(version), \(title), failed and was rolled back. \(reason)"
    }
  }

  private func name(_ path: String?) -> String { path ?? "a database in memory" }

  private func suggestion(_ code: Code) -> String? {
    if isOutOfFiles { return "Raise the limit of open files (`ulimit -n`), or close some." }
    return switch code {
    case .busySnapshot: "Begin the transaction again, as .immediate."
    case .busy: "Another connection is writing: try again later, or with a longer busyTimeout."
    case .locked: "Finish reading before you change the table."
    case .readOnly: "Open the database with write access."
    case .inputOutput: "Check that the disk is connected and healthy."
    case .corrupt: "Restore the file from a backup."
    case .full: "Free some space, then try again; the transaction was not stored."
    case .cannotOpen: "Check that the folder exists and that the path names a file you may read."
    case .tooBig: "Store it in a separate file, or in parts."
    case .constraint: "Change the values, or the constraint of the table."
    case .notADatabase: "Check the path; the file was not changed."
    case .error: "Check the SQL."
    default: nil
    }
  }
}

extension DatabaseError {
  /// The last error of a connection. Call this before any other function on the connection.
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

  static func failure(_ code: Int32, of statement: OpaquePointer) -> DatabaseError {
    failure(code, on: sqlite3_db_handle(statement), sql: sql(of: statement))
  }

  static func sql(of statement: OpaquePointer) -> String {
    sqlite3_sql(statement).map { String(cString: $0) } ?? ""
  }

  static func path(of connection: OpaquePointer) -> String? {
    guard let name = sqlite3_db_filename(connection, "main"), name.pointee != 0 else { return nil }
    return String(cString: name)
  }
}
