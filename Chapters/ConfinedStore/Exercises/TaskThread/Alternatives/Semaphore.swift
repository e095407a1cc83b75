import Exercising
import Foundation

/// A semaphore counts the tasks that wait; the last of them is none, and ends the thread.
final class TaskThread: LearnersTaskThread {
  private let tasks = Tasks()

  init(name: String) {
    Thread { [tasks] in
      CurrentThread.name = name
      while let task = tasks.next() { task() }
      tasks.done.signal()
    }.start()
  }

  deinit { _ = tasks.append(nil) }

  func add(_ task: @escaping @Sendable () -> Void) -> Bool { tasks.append(task) }

  func leave() {
    _ = tasks.append(nil)
    tasks.done.wait()
    // For whoever leaves after this.
    tasks.done.signal()
  }
}

private final class Tasks: @unchecked Sendable {
  // Unchecked because `waiting` and `isOver` are reached under `lock` only.
  let done = DispatchSemaphore(value: 0)
  private let count = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var waiting: [(@Sendable () -> Void)?] = []
  private var isOver = false

  func next() -> (@Sendable () -> Void)? {
    count.wait()
    return lock.withLock { waiting.removeFirst() }
  }

  func append(_ task: (@Sendable () -> Void)?) -> Bool {
    let isTaken = lock.withLock {
      if isOver { return false }
      waiting.append(task)
      isOver = task == nil
      return true
    }
    if isTaken { count.signal() }
    return isTaken
  }
}
