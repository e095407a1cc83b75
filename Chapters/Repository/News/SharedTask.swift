import Concurrency

/// Runs an operation once at a time. Callers that arrive while it runs share its result.
final class SharedTask<Value: Sendable>: Sendable {
  private struct State {
    var running: Task<Value, any Error>?
    var endedCount = 0
    /// The callers that share the current run.
    var callers = AwaitedCount()
  }

  private let state = Locked(State())

  /// The number of runs that have ended.
  var endedCount: Int { state.withLock { $0.endedCount } }

  /// The result of the current run, or of a new one; nil if there is no current run and
  /// ``endedCount`` has changed.
  ///
  /// The operation runs in a separate task, so a cancelled caller does not affect the others.
  ///
  /// - Throws: An error of the operation, to all callers that share it.
  func result(
    unlessEndedSince endedCount: Int, of operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let (task, callers) = state.withLock { state -> (Task<Value, any Error>?, AwaitedCount) in
      if state.running == nil, state.endedCount != endedCount { return (nil, state.callers) }
      let task = state.running ?? run(operation)
      state.running = task
      return (task, state.callers)
    }
    guard let task else { return nil }
    callers.increment()
    return try await task.value
  }

  /// The result of the current run, or of a new one.
  ///
  /// - Throws: An error of the operation, to all callers that share it.
  func result(of operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
    while true {
      if let value = try await result(unlessEndedSince: endedCount, of: operation) { return value }
    }
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
        state.withLock { state in
          state.running = nil
          state.endedCount += 1
          state.callers = AwaitedCount()
        }
      }
      return try await operation()
    }
  }
}
