/// The requirements of the exercise SharedNews. News are identified by their numbers.
public protocol LearnersSharedNews: Actor {
  init(server: any AsyncNewsServer)

  /// The news in memory. If there are none, those of the server.
  ///
  /// - Throws: The error of the server.
  func news() async throws -> [Int]

  /// The news of the server, also if there are some in memory.
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
