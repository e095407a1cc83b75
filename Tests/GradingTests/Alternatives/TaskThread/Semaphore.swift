import Concurrency
import Exercising
import Foundation

/// A semaphore counts the waiting tasks. A nil task ends the thread.
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

private final class Tasks: Sendable {
  private struct State {
    var waiting: [(@Sendable () -> Void)?] = []
    var isClosed = false
  }

  let done = DispatchSemaphore(value: 0)
  private let count = DispatchSemaphore(value: 0)
  private let state = Locked(State())

  func next() -> (@Sendable () -> Void)? {
    count.wait()
    return state.withLock { $0.waiting.removeFirst() }
  }

  func append(_ task: (@Sendable () -> Void)?) -> Bool {
    let isTaken = state.withLock { state in
      if state.isClosed { return false }
      state.waiting.append(task)
      state.isClosed = task == nil
      return true
    }
    if isTaken { count.signal() }
    return isTaken
  }
}
