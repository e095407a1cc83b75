import Concurrency
import ThreadConfinement

extension DBRoot {
  /// A task that was added, and whose result can be waited for, once.
  struct Pending<Value: Sendable>: Sendable {
    fileprivate let result = OneShot<Result<Value, any Error>>()

    /// Waits, without blocking a thread.
    ///
    /// - Returns: what the task returns.
    /// - Throws: what opening the store or the task throws; or `CancellationError` when the waiting task is cancelled,
    ///   which does not keep this one from running.
    func value() async throws -> Value {
      guard let result = await result.valueUnlessCancelled else { throw CancellationError() }
      return try result.get()
    }
  }

  /// Adds a task and returns at once, so that it is among those that run before the thread ends.
  ///
  /// - Returns: what can be waited for.
  /// - Throws: ``Left``.
  func begin<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value
  ) throws(Left) -> Pending<Value> {
    let pending = Pending<Value>()
    try addTask(task) { pending.result.fulfill($0) }
    return pending
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
