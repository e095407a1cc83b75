extension ThreadPool {
  /// Runs a task on one of the threads, and suspends the caller until it has returned. Cancellation of
  /// the caller has no effect on either.
  ///
  /// For work that has to wait for a disk: Swift's cooperative pool has no thread to spare for it. Stops
  /// the program with a message if the pool was finished.
  ///
  /// - Throws: what the task throws.
  public func result<Result: Sendable, Failure: Error>(
    _ task: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = OneShot<Swift.Result<Result, Failure>>()
    guard async({ result.fulfill(Swift.Result(catching: task)) }) else {
      fatalError("ThreadPool \(name): a result of a finished pool")
    }
    return try await result.value.get()
  }
}
