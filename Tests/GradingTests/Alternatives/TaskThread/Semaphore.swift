import Exercising
import Foundation

/// A semaphore counts the waiting tasks, and a queue is their lock. A nil task ends the thread.
final class TaskThread: TaskThreadRequirements {
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
    // Lets another call of `leave` return.
    tasks.done.signal()
  }
}

/// Unchecked because `turn` orders the uses of the variables.
private final class Tasks: @unchecked Sendable {
  let done = DispatchSemaphore(value: 0)
  private let count = DispatchSemaphore(value: 0)
  private let turn = DispatchQueue(label: "tasks")
  private var waiting: [(@Sendable () -> Void)?] = []
  private var isClosed = false

  func next() -> (@Sendable () -> Void)? {
    count.wait()
    return turn.sync { waiting.removeFirst() }
  }

  func append(_ task: (@Sendable () -> Void)?) -> Bool {
    turn.sync {
      if isClosed { return false }
      waiting.append(task)
      isClosed = task == nil
      count.signal()
      return true
    }
  }
}
