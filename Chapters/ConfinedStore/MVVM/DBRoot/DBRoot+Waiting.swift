import ThreadConfinement

extension DBRoot {
  /// A task that was added, and whose result can be waited for, once.
  struct Pending<Value: Sendable>: Sendable {
    fileprivate let results: AsyncStream<Result<Value, any Error>>

    /// Waits, without blocking a thread.
    ///
    /// - Returns: what the task returns.
    /// - Throws: what opening the store or the task throws; or `CancellationError` when the waiting task is cancelled,
    ///   which does not keep this one from running.
    func value() async throws -> Value {
      for await outcome in results { return try outcome.get() }
      throw CancellationError()
    }
  }

  /// Adds a task and returns at once, so that it is among those that run before the thread ends.
  ///
  /// - Returns: what can be waited for.
  /// - Throws: ``Left``.
  func begin<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value
  ) throws(Left) -> Pending<Value> {
    let (results, result) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    try addTask(task) { outcome in
      result.yield(outcome)
      result.finish()
    }
    return Pending(results: results)
  }

  /// Runs a task on the realm thread and waits for it, without blocking a thread.
  ///
  /// - Returns: what the task returns.
  /// - Throws: ``Left``, or what ``Pending/value()`` throws.
  func run<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value
  ) async throws -> Value {
    try await begin(task).value()
  }
}
