import ThreadConfinement

extension DBRoot {
  /// Runs a task on the realm thread and waits for it, without blocking a thread.
  ///
  /// - Returns: what the task returns.
  /// - Throws: ``Left``; what opening the store or the task throws; or `CancellationError` when nobody
  ///   waits any more, which does not keep the task from running.
  func run<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value
  ) async throws -> Value {
    let (results, result) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    try addTask(task) { outcome in
      result.yield(outcome)
      result.finish()
    }
    for await outcome in results { return try outcome.get() }
    throw CancellationError()
  }
}
