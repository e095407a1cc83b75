import Concurrency

/// Runs an operation once at a time. Callers that arrive while it runs share its result.
final class SharedTask<Value: Sendable>: Sendable {
  private struct State {
    var running: Task<Value, any Error>?
    var endedCount = 0
    /// The number of callers that share the current run.
    var callerCount = 0
    /// The gates to open when there are that many callers.
    var waiting: [(count: Int, gate: Gate)] = []
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
    let (task, arrived) = state.withLock { state -> (Task<Value, any Error>?, [Gate]) in
      if state.running == nil, state.endedCount != endedCount { return (nil, []) }
      let task = state.running ?? run(operation)
      state.running = task
      state.callerCount += 1
      let count = state.callerCount
      defer { state.waiting.removeAll { $0.count <= count } }
      return (task, state.waiting.filter { $0.count <= count }.map(\.gate))
    }
    for gate in arrived { gate.open() }
    return try await task?.value
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
  func callers(_ count: Int) async {
    let gate = Gate()
    let isDone = state.withLock { state in
      if state.callerCount < count { state.waiting.append((count, gate)) }
      return state.callerCount >= count
    }
    if !isDone { await gate.passed() }
  }

  private func run(_ operation: @escaping @Sendable () async throws -> Value) -> Task<
    Value, any Error
  > {
    Task {
      // Marks the end before any caller receives the result, so that a later caller starts a new
      // run.
      defer {
        state.withLock { state in
          state.running = nil
          state.endedCount += 1
          state.callerCount = 0
        }
      }
      return try await operation()
    }
  }
}
