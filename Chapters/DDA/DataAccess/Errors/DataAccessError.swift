/// Why the database did not do what it was asked for. Nothing was changed then.
public struct DataAccessError: Error, Equatable, Sendable {
  /// What went wrong, to act on; its text is a few words.
  public enum Cause: Equatable, Sendable {
    /// Another program is writing, and did not finish in time.
    case locked
    /// The database may not be written.
    case readOnly
    /// The disk, or the room that was granted, is used up.
    case full
    /// The file is damaged, or no database.
    case corrupt
    /// A later version of the program wrote it.
    case newerVersion(found: Int, known: Int)
    /// There is no such file, or it cannot be opened.
    case cannotOpen
    /// There is no user of that id.
    case noSuchUser(Int64)
    /// There is a user of that id.
    case userExists(Int64)
    /// A synchronous write from the thread that writes: it would wait for itself.
    case onWriteThread
    /// A synchronous write from a thread that reads: each could wait for the other.
    case onReadThread
    /// The rows of a transaction were used after it had ended, or on another thread.
    case transactionEnded
    /// The steps of a transaction chose not to go through with it.
    case abandoned
    /// The database was closed.
    case closed
    /// Anything else that SQLite says.
    case other
  }

  /// What went wrong.
  public let cause: Cause
  /// What SQLite said, or nil if it was not asked.
  public let details: String?

  /// An error of that cause.
  public init(_ cause: Cause, details: String? = nil) {
    self.cause = cause
    self.details = details
  }
}
