import Exercising
import Foundation

/// The thread takes all that is there at once, works it off, and looks again; a group tells that it has ended.
final class TaskThread: LearnersTaskThread {
  private enum Phase {
    case open([@Sendable () -> Void])
    case closing([@Sendable () -> Void])
  }

  private final class Inbox: @unchecked Sendable {
    // Unchecked because `phase` is reached while `condition` is locked only.
    let condition = NSCondition()
    let end = DispatchGroup()
    var phase = Phase.open([])

    /// All that waits, and whether it is the last; waits until there is any.
    func take() -> (tasks: [@Sendable () -> Void], isLast: Bool) {
      condition.lock()
      defer { condition.unlock() }
      while true {
        switch phase {
        case .open(let tasks) where tasks.isEmpty:
          condition.wait()
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
      condition.lock()
      defer { condition.unlock() }
      guard let next = body(phase) else { return false }
      phase = next
      condition.signal()
      return true
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
