import Concurrency
import Exercising
import Foundation

/// The thread takes and runs tasks in batches. A dispatch group reports its end.
final class TaskThread: TaskThreadRequirements {
  private enum Phase {
    case open([@Sendable () -> Void])
    case closing([@Sendable () -> Void])
  }

  private final class Inbox: Sendable {
    let end = DispatchGroup()
    private let hasChanged = DispatchSemaphore(value: 0)
    private let phase = Locked(Phase.open([]))

    /// Waits for a change and takes all tasks, possibly none. The last batch is marked.
    func take() -> (tasks: [@Sendable () -> Void], isLast: Bool) {
      hasChanged.wait()
      return phase.withLock { phase in
        switch phase {
        case .open(let tasks):
          phase = .open([])
          return (tasks, false)
        case .closing(let tasks):
          phase = .closing([])
          return (tasks, true)
        }
      }
    }

    func change(_ body: (Phase) -> Phase?) -> Bool {
      let hasNext = phase.withLock { phase in
        guard let next = body(phase) else { return false }
        phase = next
        return true
      }
      if hasNext { hasChanged.signal() }
      return hasNext
    }

    func close() {
      _ = change { if case .open(let tasks) = $0 { .closing(tasks) } else { nil } }
    }
  }

  private let inbox = Inbox()

  init(name: String) {
    inbox.end.enter()
    Thread { [inbox] in
      CurrentThread.name = name
      var isLast = false
      while !isLast {
        let batch = inbox.take()
        batch.tasks.forEach { $0() }
        isLast = batch.isLast
      }
      inbox.end.leave()
    }.start()
  }

  deinit { inbox.close() }

  func add(_ task: @escaping @Sendable () -> Void) -> Bool {
    inbox.change { if case .open(let tasks) = $0 { .open(tasks + [task]) } else { nil } }
  }

  func leave() {
    inbox.close()
    inbox.end.wait()
  }
}
