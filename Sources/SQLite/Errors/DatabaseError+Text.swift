public import Foundation

extension DatabaseError: CustomStringConvertible, LocalizedError {
  /// The same sentences as ``description``.
  public var errorDescription: String? { description }

  /// What broke and the way out, in sentences.
  public var description: String {
    switch self {
    case .failed(let code, let message, let sql, let path):
      let during = sql.map { " while it ran \($0)" } ?? ""
      return "SQLite refused\(during): \(message) (code \(code.rawValue), \(name(path)))."
        + (code.wayOut.map { " \($0)" } ?? "")
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
      return "There is no row for \(sql). Where that is no mistake, ask for the first of rows."
    case .noSuchParameter(let parameter, let sql):
      return "There is no parameter \(parameter) in \(sql). Positions count from 1, and a name is "
        + "written with its colon."
    case .wrongParameterCount(let wanted, let given, let sql):
      return "\(sql) wants \(wanted) value(s) and was given \(given). Give one for each parameter."
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

  private func name(_ path: String?) -> String { path ?? "a database in memory" }
}

extension DatabaseError.Code {
  /// What a reader can do about it.
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
