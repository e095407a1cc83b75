internal import Concurrency
internal import Foundation

/// The thread of a scene's first task, on which all tasks should run, as the system identifies it.
final class TaskPlace: Sendable {
  private let first = Locked<ThreadActivity.ID?>(nil)

  /// The thread of the current task: `on loader`, if the thread has given itself this name.
  var current: String {
    // A scene takes its steps on the main thread. The grader's own scene may take them elsewhere,
    // but runs no task there.
    if Thread.isMainThread { return "on the caller's thread" }
    let thread = ThreadActivity.current
    let isFirst = first.withLock { first in
      first = first ?? thread
      return first == thread
    }
    guard isFirst else { return "on another thread than the first" }
    return "on \(CurrentThread.name ?? "a thread without a name")"
  }

  /// Whether the thread of the first task has ended.
  var hasEnded: Bool { first.withLock { $0 }.map { ThreadActivity.trace(of: $0) == nil } ?? false }
}
