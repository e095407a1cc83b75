internal import Concurrency

/// Requests of tasks, each of which waits until a step answers it by its number.
final class ScriptedRequests<Answer: Sendable>: Sendable {
  private struct State {
    var lastNumber = 0
    var waiting: [Int: UnsafeContinuation<Answer, any Error>] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  /// The number of a new request, from 1 on.
  func begin() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Waits for the answer to a request.
  ///
  /// - Parameters:
  ///   - number: The number from ``begin()``, or the server's own count.
  ///   - hasCancelled: Called if the task is cancelled before the answer. The request ends then.
  /// - Returns: The answer.
  /// - Throws: The error that answers the request, or `CancellationError`.
  func answer(
    to number: Int, ifCancelled hasCancelled: @escaping @Sendable () -> Void
  ) async throws -> Answer {
    try await withTaskCancellationHandler {
      // Unsafe, because a checked one would warn about a scene that is released while a request
      // waits.
      try await withUnsafeThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          guard state.cancelled.remove(number) == nil else { return true }
          state.waiting[number] = continuation
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      hasCancelled()
      let waiting = state.withLock { state in
        let waiting = state.waiting.removeValue(forKey: number)
        if waiting == nil { state.cancelled.insert(number) }
        return waiting
      }
      waiting?.resume(throwing: CancellationError())
    }
  }

  /// Answers a request.
  ///
  /// - Returns: Whether it was waiting.
  func answer(_ number: Int, _ answer: Result<Answer, any Error>) -> Bool {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
    waiting?.resume(with: answer)
    return waiting != nil
  }

  /// Fails all waiting requests, for a scene that is released.
  func close() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(throwing: CancellationError()) }
  }
}
