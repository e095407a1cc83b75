import Exercising
import Foundation

/// Tasks that any thread adds, and one thread runs.
///
/// It misbehaves: the task is in Task.md. Check it: `swift run workbook check TaskList`
final class TaskList: TaskListRequirements, @unchecked Sendable {
  // Unchecked because the lock guards the array.
  private let lock = NSLock()
  private var tasks: [@Sendable () -> Void] = []

  init() {}

  func add(_ task: @escaping @Sendable () -> Void) {
    lock.lock()
    defer { lock.unlock() }
    tasks.append(task)
  }

  func run() {
    lock.lock()
    defer { lock.unlock() }
    while !tasks.isEmpty {
      let task = tasks.removeFirst()
      task()
    }
  }
}
