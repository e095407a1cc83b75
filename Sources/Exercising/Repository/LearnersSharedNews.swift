/// The requirements of the exercise SharedNews. News items are identified by their numbers.
public protocol LearnersSharedNews: Actor {
  init(server: any AsyncNewsServer)

  /// The news in memory, or the server's if memory holds none.
  ///
  /// - Throws: The error of the server.
  func news() async throws -> [Int]

  /// The server's news, even if memory holds some.
  ///
  /// - Throws: The error of the server.
  func reload() async throws -> [Int]

  /// Removes the news from memory: the user has logged out.
  func forget()
}

/// A server of news that is awaited.
public protocol AsyncNewsServer: Sendable {
  /// Requests the news. The request ends at once if its task is cancelled.
  ///
  /// - Throws: ``DataProblem``, and `CancellationError` if the task is cancelled.
  func requestNews() async throws -> [Int]
}
