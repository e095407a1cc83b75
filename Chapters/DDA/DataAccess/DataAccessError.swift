public import Foundation
internal import SQLite

/// An operation of the database failed and changed nothing.
public struct DataAccessError: Error, Equatable, Sendable {
  /// The cause of the error, for decisions in code.
  public struct Cause: Equatable, Sendable, CustomStringConvertible {
    /// A few words: `read only`.
    public let description: String
    /// Says what failed and what to do.
    let sentence: String

    private init(_ description: String, _ sentence: String) {
      self.description = description
      self.sentence = sentence
    }
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

  init(_ error: DatabaseError) { self.init(Cause(error), details: error.description) }
}

extension DataAccessError: CustomStringConvertible, LocalizedError {
  /// Sentences that say what failed and what to do.
  public var description: String { cause.sentence + (details.map { " \($0)" } ?? "") }

  /// The same sentences as ``description``.
  public var errorDescription: String? { description }
}

extension DataAccessError.Cause {
  package static let locked = Self(
    "locked", "Another program is writing to the database. Try again when it is done.")
  package static let readOnly = Self(
    "read only", "The database is read-only. Try again when it can be written.")
  package static let full = Self(
    "full", "There is no space left for the database. Free some space and try again.")
  package static let corrupt = Self(
    "corrupt", "The file is damaged or not a database. Restore it from a copy, or remove it.")
  package static func newerVersion(found: Int, known: Int) -> Self {
    let versions = "has version \(found), and this program supports \(known)"
    return Self("newer version", "The database \(versions). Update the program.")
  }
  package static let cannotOpen = Self(
    "cannot open",
    "The database cannot be opened. Choose a path in a folder where files can be created.")
  package static let tooManyOpenFiles = Self(
    "too many open files", "The database cannot be opened, because too many files are open.")
  package static func noSuchUser(_ id: Int64) -> Self {
    Self("no user \(id)", "There is no user \(id). Insert it, or save it.")
  }
  package static func userExists(_ id: Int64) -> Self {
    Self("user \(id) exists", "There is a user \(id) already. Update it, or save it.")
  }
  package static let onWriteThread = Self(
    "already on dal.write",
    "A synchronous write on dal.write would wait for itself. Write asynchronously, or with the "
      + "rows of the transaction.")
  package static let onReadThread = Self(
    "on dal.read", "A synchronous write on dal.read could wait for itself. Write asynchronously.")
  package static let transactionEnded = Self(
    "transaction ended",
    "The rows of a transaction are valid in its steps only, on the thread that runs them. Call the "
      + "database instead.")
  package static let abandoned = Self(
    "abandoned", "The steps of the transaction ended with an error of their own.")
  package static let closed = Self("closed", "The database was closed. Open it again.")
  package static let savesUnreadable = Self(
    "cannot read", "The pending saves cannot be read. Allow the program to read the file.")
  package static let saveNotWritten = Self(
    "cannot write",
    "A pending save cannot be written. Free some space, or allow the program to write there.")
  package static let savesCorrupt = Self(
    "corrupt", "The file does not contain pending saves. Inspect the file, then remove it.")
  package static let other = Self("failed", "The database failed.")

  fileprivate init(_ error: DatabaseError) {
    switch error {
    case .migrationFailed(_, _, let reason): self.init(reason)
    case .newerVersion(let found, let known, _): self = .newerVersion(found: found, known: known)
    case .notAFile: self = .cannotOpen
    case _ where error.isOutOfFiles: self = .tooManyOpenFiles
    case _ where error.matches(.busy): self = .locked
    case _ where error.matches(.readOnly): self = .readOnly
    case _ where error.matches(.full): self = .full
    case _ where error.matches(.corrupt) || error.matches(.notADatabase): self = .corrupt
    case _ where error.matches(.cannotOpen): self = .cannotOpen
    default: self = .other
    }
  }
}
