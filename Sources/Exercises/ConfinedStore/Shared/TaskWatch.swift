internal import Concurrency
internal import Foundation

/// The expectations of a scene, by name: tasks that have to run, and calls that have to return.
///
/// It waits until they are fulfilled, or until they cannot be because no other thread of the
/// process was runnable in many samples in a row. So a slow or suspended machine does not change a
/// result.
final class TaskWatch: Sendable {
  /// Whether a wait of a scene in this process has failed. All scenes drive the same type.
  static let hasTimedOut = Locked(false)

  private struct State {
    var expected: [String] = []
    var idleLooks = 0
  }

  private let state = Locked(State())
  private let hasFulfilled = DispatchSemaphore(value: 0)
  private let events: Events
  private let othersWait: @Sendable () -> Bool
  private let longestPause: TimeInterval
  private let hasGivenUp: Locked<Bool>

  /// The samples before the first failure, since a thread may sleep for a moment. Then one is
  /// enough.
  private static let neededLooks = 50

  /// - Parameters:
  ///   - events: Receives the expectations that were not fulfilled.
  ///   - pause: The longest pause between two samples, in seconds.
  ///   - hasGivenUp: Whether a wait has failed, for all watches that share it.
  ///   - othersWait: Samples whether no thread other than the current one is runnable.
  init(
    _ events: Events, pause: TimeInterval = 0.02, hasGivenUp: Locked<Bool> = hasTimedOut,
    othersWait: @escaping @Sendable () -> Bool = { ThreadActivity.othersWait() }
  ) {
    self.events = events
    longestPause = pause
    self.hasGivenUp = hasGivenUp
    self.othersWait = othersWait
  }

  func expect(_ name: String) { state.withLock { $0.expected.append(name) } }

  func fulfill(_ name: String) {
    state.withLock { state in
      state.expected.firstIndex(of: name).map { _ = state.expected.remove(at: $0) }
      state.idleLooks = 0
    }
    hasFulfilled.signal()
  }

  /// Waits until all expectations are fulfilled, and reports those that are not: `ann did not run`.
  func wait(else sentence: String) {
    _ = until { state.withLock { $0.expected.isEmpty } }
    let missing = state.withLock { state in
      defer { state.expected = [] }
      return state.expected
    }
    for name in missing { events("\(name) \(sentence)") }
  }

  /// Waits until a condition is true. Returns `false` if it cannot become true.
  func until(_ condition: () -> Bool) -> Bool {
    var pause = 0.001
    state.withLock { $0.idleLooks = 0 }
    while !condition() {
      let idleLooks = state.withLock { $0.idleLooks }
      if idleLooks >= Self.neededLooks { hasGivenUp.withLock { $0 = true } }
      if idleLooks > 0, hasGivenUp.withLock({ $0 }) { return false }
      if hasFulfilled.wait(timeout: .now() + pause) == .success {
        // Several signals need only one check.
        while hasFulfilled.wait(timeout: .now()) == .success {}
      }
      if pause < longestPause {
        pause *= 2
      } else {
        let isIdle = othersWait()
        state.withLock { $0.idleLooks = isIdle ? $0.idleLooks + 1 : 0 }
      }
    }
    return true
  }
}
