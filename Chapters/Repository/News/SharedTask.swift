import Concurrency

/// Runs an operation once at a time. Callers that arrive while it runs share its result.
final class SharedTask<Value: Sendable>: Sendable {
  private struct State {
    var running: Task<Value, any Error>?
    /// The callers that share the current run.
    var callers = AwaitedCount()
  }

  private let state = Locked(State())

  /// The result of the current run, or of a new one. The operation runs in a separate task, so a
  /// cancelled caller does not affect the others.
  func result(of operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let (task, callers) = state.withLock { state in
      let task = state.running ?? run(operation)
      state.running = task
      return (task, state.callers)
    }
    callers.increment()
    return try await task.value
  }

  /// Returns when that many callers share the current run.
  func callers(_ count: Int) async { await state.withLock { $0.callers }.reached(count) }

  private func run(
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    Task {
      // Marks the end before any caller receives the result, so that a later caller starts a new
      // run.
      defer {
        state.withLock { $0 = State() }
      }
      return try await operation()
    }
  }
}
