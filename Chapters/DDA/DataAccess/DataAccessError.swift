public import Foundation
internal import SQLite

/// An operation of the database failed and changed nothing.
public struct DataAccessError: Error, Equatable, Sendable {
  /// The cause of the error, for decisions in code. The description is a few words.
  public enum Cause: Equatable, Sendable {
    /// Another program was writing and did not finish in time.
    case locked
    /// The database is read-only.
    case readOnly
    /// The disk is full, or the database has reached its size limit.
    case full
    /// The file is damaged or is not a database.
    case corrupt
    /// A newer version of the program wrote the file.
    case newerVersion(found: Int, known: Int)
    /// The file does not exist or cannot be opened.
    case cannotOpen
    /// The program has reached its limit of open files.
    case tooManyOpenFiles
    /// There is no user with that id.
    case noSuchUser(Int64)
    /// There is already a user with that id.
    case userExists(Int64)
    /// A synchronous write on the writing thread would deadlock.
    case onWriteThread
    /// A synchronous write on a reading thread could deadlock.
    case onReadThread
    /// The rows of a transaction were used after its end or on another thread.
    case transactionEnded
    /// The steps of a transaction threw an error that is not a ``DataAccessError``.
    case abandoned
    /// The database was closed.
    case closed
    /// The file of the pending saves cannot be read.
    case savesUnreadable
    /// A pending save cannot be written.
    case saveNotWritten
    /// The file does not contain pending saves.
    case savesCorrupt
    /// Any other error of SQLite.
    case other
  }

  /// The cause of the error.
  public let cause: Cause
  /// The message of SQLite or the system; nil if neither reported the error.
  public let details: String?

  /// Creates an error.
  public init(_ cause: Cause, details: String? = nil) {
    self.cause = cause
    self.details = details
  }
}

extension DataAccessError {
  init(_ error: DatabaseError) { self.init(Self.cause(of: error), details: error.description) }

  private static func cause(of error: DatabaseError) -> Cause {
    if case .migrationFailed(_, _, let reason) = error { return cause(of: reason) }
    if case .newerVersion(let found, let known, _) = error {
      return .newerVersion(found: found, known: known)
    }
    if case .notAFile = error { return .cannotOpen }
    if error.isOutOfFiles { return .tooManyOpenFiles }
    return causes.first { error.matches($0.code) }?.cause ?? .other
  }

  private static let causes: [(code: DatabaseError.Code, cause: Cause)] = [
    (.busy, .locked), (.readOnly, .readOnly), (.full, .full), (.corrupt, .corrupt),
    (.notADatabase, .corrupt), (.cannotOpen, .cannotOpen),
  ]
}

extension DataAccessError: CustomStringConvertible, LocalizedError {
  /// The same sentences as ``description``.
  public var errorDescription: String? { description }

  /// Sentences that say what failed and what to do.
  public var description: String { sentence + (details.map { " \($0)" } ?? "") }

  private var sentence: String {
    switch cause {
    case .locked: "Another program is writing to the database. Try again when it is done."
    case .readOnly: "The database is read-only. Try again when it can be written."
    case .full: "There is no space left for the database. Free some space and try again."
    case .corrupt: "The file is damaged or not a database. Restore it from a copy, or remove it."
    case .newerVersion(let found, let known):
      "The database has version \(found), and this program supports \(known). Install a newer one."
    case .cannotOpen:
      "The database cannot be opened. Choose a path in a folder where files can be created."
    case .tooManyOpenFiles: "The database cannot be opened, because too many files are open."
    case .noSuchUser(let id): "There is no user \(id). Insert it, or save it."
    case .userExists(let id): "There is a user \(id) already. Update it, or save it."
    case .onWriteThread:
      "A synchronous write on dal.write would wait for itself. Write asynchronously, or with the "
        + "rows of the transaction."
    case .onReadThread:
      "A synchronous write on dal.read could wait for itself. Write asynchronously."
    case .transactionEnded:
      "The rows of a transaction are valid in its steps only, on the thread that runs them. Call the "
        + "database instead."
    case .abandoned: "The steps of the transaction ended with an error of their own."
    case .closed: "The database was closed. Open it again."
    case .savesUnreadable: "The pending saves cannot be read. Allow the program to read the file."
    case .saveNotWritten:
      "A pending save cannot be written. Free some space, or allow the program to write there."
    case .savesCorrupt:
      "The file does not contain pending saves. Inspect the file, then remove it."
    case .other: "The database failed."
    }
  }
}

extension DataAccessError.Cause: CustomStringConvertible {
  /// A few words: `read only`.
  public var description: String {
    switch self {
    case .locked: "locked"
    case .readOnly: "read only"
    case .full: "full"
    case .corrupt: "corrupt"
    case .newerVersion: "newer version"
    case .cannotOpen: "cannot open"
    case .tooManyOpenFiles: "too many open files"
    case .noSuchUser(let id): "no user \(id)"
    case .userExists(let id): "user \(id) exists"
    case .onWriteThread: "already on dal.write"
    case .onReadThread: "on dal.read"
    case .transactionEnded: "transaction ended"
    case .abandoned: "abandoned"
    case .closed: "closed"
    case .savesUnreadable: "cannot read"
    case .saveNotWritten: "cannot write"
    case .savesCorrupt: "corrupt"
    case .other: "failed"
    }
  }
}
