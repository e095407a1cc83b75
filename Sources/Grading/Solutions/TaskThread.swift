import Exercising
import Foundation

/// Runs tasks on a thread of its own, in the order in which they were added, until it is left.
final class TaskThread: LearnersTaskThread {
  private let queue = TaskQueue()

  init(name: String) {
    // The thread holds the queue and not this object, so that it ends when this goes.
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
  // Unchecked because what changes is reached while `condition` is locked only.
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

  /// The next task, waited for; nil when there will be none.
  private func next() -> (@Sendable () -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    while tasks.isEmpty, !isClosed { condition.wait() }
    return tasks.isEmpty ? nil : tasks.removeFirst()
  }

  /// Runs the tasks; no lock is held meanwhile.
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
