import Exercising
import Foundation

/// Runs tasks on a thread of its own, in the order in which they were added, until `leave` is
/// called.
final class TaskThread: TaskThreadRequirements {
  private let queue = TaskQueue()

  init(name: String) {
    // The thread retains the queue but not this object, so it ends when this object is released.
    Thread { [queue] in
      CurrentThread.name = name
      queue.run()
    }.start()
  }

  deinit { queue.close() }

  func add(_ task: @escaping @Sendable () -> Void) -> Bool { queue.add(task) }

  func leave() {
    queue.close()
    queue.awaitEnd()
  }
}

private final class TaskQueue: @unchecked Sendable {
  // Unchecked because `condition` guards the variables. The exercise teaches such a queue.
  private let condition = NSCondition()
  private var tasks: [@Sendable () -> Void] = []
  private var isClosed = false
  private var hasEnded = false

  func add(_ task: @escaping @Sendable () -> Void) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isClosed else { return false }
    tasks.append(task)
    condition.broadcast()
    return true
  }

  /// Waits for the next task. Nil after the last one.
  private func next() -> (@Sendable () -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    while tasks.isEmpty, !isClosed { condition.wait() }
    return tasks.isEmpty ? nil : tasks.removeFirst()
  }

  /// Runs the tasks, each without the lock.
  func run() {
    while let task = next() { task() }
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  func awaitEnd() {
    condition.lock()
    defer { condition.unlock() }
    while !hasEnded { condition.wait() }
  }
}
