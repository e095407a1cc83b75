public import Foundation

/// An error of the database.
///
/// Most cases are mistakes of the caller that SQLite itself accepts; what SQLite refuses is
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
  /// What SQLite said, if it was SQLite that refused.
  public var code: Code? {
    switch self {
    case .failed(let code, _, _, _): code
    case .migrationFailed(_, _, let reason): reason.code
    default: nil
    }
  }

  /// Whether SQLite refused with this code, or with one that refines it:
  /// `catch where error.matches(.busy)`.
  public func matches(_ code: Code) -> Bool { self.code.map { code ~= $0 } ?? false }
}
