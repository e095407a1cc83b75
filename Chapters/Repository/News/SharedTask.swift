import HTTP
import Locking

/// One run of an operation at a time; whoever comes while it runs gets its result.
final class SharedTask<Value: Sendable>: Sendable {
  private struct State {
    var running: Task<Value, any Error>?
    /// How many callers share it.
    var callerCount = 0
    /// Who waits for that many callers.
    var waiting: [(count: Int, gate: Gate)] = []
  }

  private let state = Locked(State())

  /// The result of the run that goes on, or of a new one.
  ///
  /// The operation runs in a task of its own: no caller that is cancelled takes it from the others.
  ///
  /// - Throws: what the operation throws, to everybody who shares it.
  func result(of operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let (task, arrived) = state.withLock { state in
      let task = state.running ?? run(operation)
      state.running = task
      state.callerCount += 1
      let count = state.callerCount
      defer { state.waiting.removeAll { $0.count <= count } }
      return (task, state.waiting.filter { $0.count <= count }.map(\.gate))
    }
    for gate in arrived { gate.open() }
    return try await task.value
  }

  /// Returns when that many callers share a run that goes on.
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
      // Over before anybody gets the result, so that whoever comes later starts anew.
      defer {
        state.withLock { state in
          state.running = nil
          state.callerCount = 0
        }
      }
      return try await operation()
    }
  }
}
