import Exercising
import Foundation

/// Tasks that any thread adds, and one thread runs.
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
    while let task = next() { task() }
  }

  /// Removes and returns the next task, or nil.
  private func next() -> (@Sendable () -> Void)? {
    lock.lock()
    defer { lock.unlock() }
    return tasks.isEmpty ? nil : tasks.removeFirst()
  }
}
