import Exercising
import Foundation
import Synchronization

/// With the standard library's `Mutex`, and a semaphore that counts the tasks.
final class TaskThread: LearnersTaskThread {
  private final class Line: Sendable {
    struct State {
      var tasks: [@Sendable () -> Void] = []
      var isClosed = false
    }

    let state = Mutex(State())
    let signals = DispatchSemaphore(value: 0)
    let end = DispatchGroup()

    func run() {
      while true {
        signals.wait()
        let (task, isOver) = state.withLock { state in
          (state.tasks.isEmpty ? nil : state.tasks.removeFirst(), state.isClosed)
        }
        if let task { task() } else if isOver { return }
      }
    }

    func close() {
      state.withLock { $0.isClosed = true }
      signals.signal()
    }
  }

  private let line = Line()

  init(name: String) {
    line.end.enter()
    Thread { [line] in
      CurrentThread.name = name
      line.run()
      line.end.leave()
    }.start()
  }

  deinit { line.close() }

  func add(_ task: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = line.state.withLock { state in
      if !state.isClosed { state.tasks.append(task) }
      return !state.isClosed
    }
    if isTaken { line.signals.signal() }
    return isTaken
  }

  func leave() {
    line.close()
    line.end.wait()
  }
}
