public import Foundation

extension DataAccessError.Cause: CustomStringConvertible {
  /// In a few words: `read only`.
  public var description: String {
    switch self {
    case .locked: "locked"
    case .readOnly: "read only"
    case .full: "full"
    case .corrupt: "corrupt"
    case .newerVersion: "newer version"
    case .cannotOpen: "cannot open"
    case .noSuchUser(let id): "no user \(id)"
    case .userExists(let id): "user \(id) exists"
    case .onWriteThread: "already on dal.write"
    case .onReadThread: "on dal.read"
    case .transactionEnded: "transaction ended"
    case .abandoned: "abandoned"
    case .closed: "closed"
    case .other: "failed"
    }
  }
}

extension DataAccessError: CustomStringConvertible, LocalizedError {
  /// The same sentences as ``description``.
  public var errorDescription: String? { description }

  /// The cause and the way out, in sentences.
  public var description: String { sentence + (details.map { " \($0)" } ?? "") }

  private var sentence: String {
    switch cause {
    case .locked: "Another program is writing to the database. Try again when it is done."
    case .readOnly: "The database may not be written. Try again when it may."
    case .full: "There is no room left for the database. Make room and try again."
    case .corrupt: "The file is damaged, or no database. Restore it from a copy, or remove it."
    case .newerVersion(let found, let known):
      "The database has version \(found), and this program knows \(known). Install a newer one."
    case .cannotOpen: "The database cannot be opened. Choose a path where files can be made."
    case .noSuchUser(let id): "There is no user \(id). Insert it, or save it."
    case .userExists(let id): "There is a user \(id) already. Update it, or save it."
    case .onWriteThread:
      "A synchronous write on dal.write would wait for itself. Write asynchronously, or with the "
        + "rows of the transaction."
    case .onReadThread:
      "A synchronous write on dal.read could wait for itself. Write asynchronously."
    case .transactionEnded:
      "The rows of a transaction are good for its steps only, on the thread that runs them. Ask the "
        + "database instead."
    case .abandoned: "The steps of the transaction chose not to go through with it."
    case .closed: "The database was closed. Open it anew."
    case .other: "The database failed."
    }
  }
}
