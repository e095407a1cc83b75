internal import Concurrency
internal import Foundation

/// The expectations of a scene, by name: tasks that have to run, and calls that have to return.
///
/// It waits until they are fulfilled, or until they cannot be because no other thread of the
/// process was runnable in many samples in a row. So a slow or suspended machine changes no result.
final class TaskWatch: Sendable {
  /// Whether a wait of a scene in this process has failed. All scenes drive the same type.
  static let hasTimedOut = Locked(false)

  private struct State {
    var expected: [String] = []
    var idleLooks = 0
    /// The thread of the first task, on which all tasks should run.
    var worker: ThreadActivity.ID?
  }

  private let state = Locked(State())
  private let hasFulfilled = DispatchSemaphore(value: 0)
  private let events: Events
  private let othersWait: @Sendable () -> Bool
  private let longestPause: TimeInterval
  private let hasGivenUp: Locked<Bool>

  /// The samples before the first failure, as a thread may sleep for a moment. Then one is enough.
  private static let neededLooks = 50

  /// Tests have a longest pause, in seconds, a shared flag and samples of their own.
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
    let missing = state.withLock { exchange(&$0.expected, with: []) }
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
      if hasFulfilled.wait(timeout: .now() + pause) == .success { continue }
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

// Calls and tasks of a learner's thread.
extension TaskWatch {
  /// Calls a function on a new thread, and expects it to return.
  func start(_ name: String, _ call: @escaping @Sendable () -> Void) {
    expect(name)
    Thread { [self] in
      call()
      fulfill(name)
    }.start()
  }

  /// Adds a task that reports where it runs, and expects it to run unless it is refused.
  func add(
    _ name: String, to thread: some TaskThreadRequirements,
    _ body: @escaping @Sendable () -> Void = {}
  ) {
    let isTaken = expect(name, from: thread) { [self] in
      events("\(name) \(place)")
      body()
      fulfill(name)
    }
    if !isTaken { events("\(name) is refused") }
  }

  /// Adds a task that fulfills its own expectation. Returns `false` if it is refused.
  @discardableResult
  func expect(
    _ name: String, from thread: some TaskThreadRequirements,
    _ task: @escaping @Sendable () -> Void
  ) -> Bool {
    expect(name)
    let isTaken = thread.add(task)
    if !isTaken { fulfill(name) }
    return isTaken
  }

  /// The thread of the current task: `on loader`, if the thread has given itself this name.
  var place: String {
    // A scene takes its steps on the main thread. The grader's own scene may take them elsewhere,
    // but runs no task there.
    if Thread.isMainThread { return "on the caller's thread" }
    let thread = ThreadActivity.current
    let isFirst = state.withLock { state in
      state.worker = state.worker ?? thread
      return state.worker == thread
    }
    guard isFirst else { return "on another thread than the first" }
    return "on \(CurrentThread.name ?? "a thread without a name")"
  }

  /// Waits for the end of the calls and tasks, and then of the thread of the first task.
  func reportEnd() {
    wait(else: "is not over")
    let hasEnded = until {
      state.withLock { $0.worker }.map { ThreadActivity.Look($0) == nil } ?? false
    }
    events(hasEnded ? "the thread has ended" : "the thread still runs")
  }
}
