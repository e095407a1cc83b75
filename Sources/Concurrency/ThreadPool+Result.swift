extension ThreadPool {
  /// Runs a task on one of the threads and suspends the caller until the task returns. Cancelling
  /// the caller has no effect on the task or on the wait.
  ///
  /// Use it for blocking work, such as disk access, which must not occupy a thread of Swift's
  /// cooperative pool. Traps if the pool is finished.
  ///
  /// - Throws: the error that the task throws.
  public func result<Result: Sendable, Failure: Error>(
    _ task: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = OneShot<Swift.Result<Result, Failure>>()
    guard async({ result.fulfill(Swift.Result(catching: task)) }) else {
      fatalError("ThreadPool \(name): result(_:) was called on a finished pool")
    }
    return try await result.value.get()
  }
}
