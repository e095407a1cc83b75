/// The requirements of the exercise AsyncRenames.
public protocol LearnersAsyncRenames: Actor {
  init(server: any AsyncNameServer, database: any AsyncNameDatabase)

  /// Renames a user at the server, and then in the database.
  ///
  /// - Returns: The name that the server has given the user, once it is saved.
  /// - Throws: The error of the server or of the database. `CancellationError` if the task was cancelled before the server
  ///   was asked.
  func rename(_ user: Int, to name: String) async throws -> String
}

/// A server that renames users.
public protocol AsyncNameServer: Sendable {
  /// Requests a rename. The request ends at once if its task is cancelled; the server may have renamed the user all the
  /// same.
  ///
  /// - Returns: The user's new name. The server may have changed it.
  /// - Throws: ``DataProblem``, and `CancellationError` if the task is cancelled.
  func rename(_ user: Int, to name: String) async throws -> String
}

/// A database of users.
public protocol AsyncNameDatabase: Sendable {
  /// Saves a name.
  ///
  /// - Throws: ``DataProblem``, and `CancellationError` if the task is cancelled.
  func save(_ name: String, of user: Int) async throws
}
