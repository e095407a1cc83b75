import Concurrency
import MiniRx

/// Keeps the work until a test runs it.
final class ManualScheduler: SchedulerType {
  private let actions = Locked<[@Sendable () -> Void]>([])

  /// How much was asked for and has not run.
  var count: Int { actions.withLock { $0.count } }

  func schedule(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

  /// Runs what waits, in order, on this thread.
  func run() {
    let waiting = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    for action in waiting { action() }
  }
}
