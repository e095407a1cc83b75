internal import Foundation

/// The requirements of the rung TaskList: tasks that any thread adds, and one thread runs.
public protocol LearnersTaskList: AnyObject, Sendable {
  init()

  /// Adds a task and returns at once. May be called on any thread, also by a task that runs.
  func add(_ task: @escaping @Sendable () -> Void)

  /// Runs the tasks in the order in which they were added, also those that are added meanwhile, until there is none.
  func run()
}

/// Tasks for one thread: `add ann`, `add ann adding bob`, and `run`, which runs the tasks on a thread of its own.
///
/// Each task is an event. If `run` does not return, because it waits for itself, that is one too.
public struct TaskListScene<List: LearnersTaskList>: Scene {
  private let list = List()

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "add": add(try step.argument(0), adding: step.arguments.dropFirst(2).first, events)
    case "run": run(events)
    default: throw step.unknown
    }
  }

  private func add(_ name: String, adding other: String?, _ events: Events) {
    list.add { [weak list] in
      events("\(name) runs")
      if let other { list?.add { events("\(other) runs") } }
    }
  }

  private func run(_ events: Events) {
    let watch = TaskWatch(events)
    watch.expect("run")
    Thread { [list] in
      list.run()
      watch.fulfill("run")
    }.start()
    watch.wait(else: "waits for itself")
  }
}
