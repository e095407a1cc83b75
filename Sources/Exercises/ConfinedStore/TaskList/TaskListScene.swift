internal import Concurrency

/// The requirements of the rung TaskList: tasks that any thread adds, and one thread runs.
public protocol TaskListRequirements: AnyObject, Sendable {
  init()

  /// Adds a task and returns at once. May be called on any thread, even by a running task.
  func add(_ task: @escaping @Sendable () -> Void)

  /// Runs all tasks in the order in which they were added, including tasks that are added
  /// meanwhile.
  func run()
}

/// Tasks for one thread, each of which is an event. `run` runs them on a new thread. The task of
/// `add load meanwhile save` waits until `save` was added. `race 50` adds fifty tasks.
///
/// It is also an event if `run` does not return because no thread can continue.
public struct TaskListScene<List: TaskListRequirements>: Scene {
  public static var forms: StepForms {
    [
      "add load; run": nil,
      "add load … adding save": "is a task that adds the second one.",
      "add load … meanwhile save": "is a task during which another thread adds the second one.",
      "race 50": "makes one thread add tasks while another one runs them.",
    ]
  }

  private let list = List()

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "add":
      let name = try step.argument(0)
      let body = step.arguments.count > 1 ? try adding(step, events) : nil
      list.add {
        events("\(name) runs")
        body?()
      }
    case "run": run(events)
    case "race": race(try step.count(0), events)
    default: throw step.unknown
    }
  }

  /// The body of a task that adds another one, on its own thread or on another thread.
  private func adding(_ step: Step, _ events: Events) throws(SceneFailure) -> @Sendable () -> Void {
    let other = try step.argument(2)
    let add: @Sendable () -> Void = { [weak list] in list?.add { events("\(other) runs") } }
    let isItself = try step.word(1, of: "adding", "meanwhile") == "adding"
    return { if isItself { add() } else { Meeting(of: 1).run { _ in add() } } }
  }

  /// One thread adds tasks while another one runs them.
  private func race(_ count: Int, _ events: Events) {
    let ran = Locked<[Int]>([])
    let lockstep = Lockstep(1)
    let meeting = Meeting(of: 2)
    meeting.run { [list] number in
      // Neither thread ends before the other begins: the system's own locks would order them.
      meeting.wait(round: 0)
      if number == 0 {
        for task in 0..<count {
          list.add {
            ran.withLock { $0.append(task) }
            lockstep.runs(task)
          }
          lockstep.hasAdded(task)
        }
        lockstep.hasEnded()
      } else {
        while !lockstep.isOver { list.run() }
      }
    }
    list.run()
    let inOrder = ran.withLock { $0 == Array(0..<count) }
    events("\(ran.withLock { $0.count }) tasks ran, \(inOrder ? "in" : "not in") order")
  }

  private func run(_ events: Events) {
    let watch = TaskWatch(events)
    watch.start("run") { [list] in list.run() }
    watch.wait(else: "does not return")
  }
}
