import Locking

/// Runs one request at a time; whoever comes while it runs gets its result.
final class SharedRequests<Value: Sendable>: Sendable {
  private struct Running {
    let number: Int
    let isFresh: Bool
    let task: Task<Value, any Error>
  }

  private struct State {
    var latest: Running?
    var count = 0
  }

  private let state = Locked(State())

  /// The result of the request that is running, or of this one.
  ///
  /// - Parameters:
  ///   - isFresh: whether only a request will do that really asks; it then waits for one that may
  ///     not, and runs after it.
  ///   - request: runs in a task of its own, so that no reader that leaves takes it away from others.
  /// - Throws: what the request throws, to everybody who shares it.
  func share(
    isFresh: Bool, _ request: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = state.withLock { state in
      if let latest = state.latest, latest.isFresh || !isFresh { return latest.task }
      state.count += 1
      let (number, before) = (state.count, state.latest?.task)
      let task = Task { [self] in
        _ = await before?.result
        defer { forget(number) }
        return try await request()
      }
      state.latest = Running(number: number, isFresh: isFresh, task: task)
      return task
    }
    return try await task.value
  }

  /// Before its result is handed out, so that whoever comes later starts anew.
  private func forget(_ number: Int) {
    state.withLock { state in
      if state.latest?.number == number { state.latest = nil }
    }
  }
}
