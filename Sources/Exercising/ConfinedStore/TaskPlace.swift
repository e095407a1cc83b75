internal import Concurrency
internal import Foundation

/// The one thread on which all tasks of a scene should run: that of the first task.
final class TaskPlace: Sendable {
  private struct Seen {
    var mark: ObjectIdentifier?
    var hasEnded = false
  }

  private let seen = Locked(Seen())

  /// Where the present task runs: `on loader`, when the thread has given itself this name.
  var present: String {
    // A scene takes its steps on the main thread; the grader's own may do so elsewhere, but runs no task there.
    if Thread.isMainThread { return "on the caller's thread" }
    let mark = ThreadMark.present { [weak self] in self?.seen.withLock { $0.hasEnded = true } }
    let isFirst = seen.withLock { seen in
      let mark = ObjectIdentifier(mark)
      seen.mark = seen.mark ?? mark
      return seen.mark == mark
    }
    guard isFirst else { return "on another thread than the first" }
    return "on \(PresentThread.name ?? "a thread without a name")"
  }

  /// Whether the thread of the first task has ended.
  var hasEnded: Bool { seen.withLock { $0.hasEnded } }
}
