internal import Foundation

/// The requirements of the exercise TaskThread. All methods may be called on any thread.
public protocol TaskThreadRequirements: AnyObject, Sendable {
  /// Starts one thread, which sets its ``CurrentThread/name`` to this name and runs all tasks.
  init(name: String)

  /// Adds a task and returns at once. Tasks run in the order in which they were added.
  ///
  /// - Returns: `false` if `leave` was called. The task does not run then.
  func add(_ task: @escaping @Sendable () -> Void) -> Bool

  /// Refuses further tasks, and waits until the thread has run the tasks that were added before.
  func leave()
}

/// Tasks for one thread: `enter loader`, `add ann`, `add ann adding bob`, `callers ann bob`,
/// `leave`, `forget`.
///
/// Each task reports where it runs: `ann on loader`. `hold` adds a task that runs until `release`,
/// or until `leave` or `forget` has begun. Tasks that are added meanwhile wait. `count 3 50` makes
/// three threads add fifty tasks each at the same time, and `rest` checks whether the thread works
/// without a task. For `pairs loader`, which needs no `enter`, one thread calls `add` or `leave`,
/// and then another thread calls one of them, each time on a new object.
public struct TaskThreadScene<Learners: TaskThreadRequirements>: Scene {
  private var driver: TaskThreadDriver<Learners>?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "enter" {
      driver = TaskThreadDriver(try step.argument(0), events)
      return
    }
    if step.verb == "pairs" { return Self.callPairs(try step.argument(0)) }
    let driver = try driver.orFail("“\(step)” comes before “enter”")
    switch step.verb {
    case "add" where step.arguments.count == 3:
      driver.add(try step.argument(0), adding: try step.argument(2))
    case "add": driver.add(try step.argument(0))
    case "callers": driver.add(step.arguments)
    case "count": driver.count(callers: try step.count(0), tasks: try step.count(1))
    case "hold":
      if driver.isHolding { throw SceneFailure("a task is already held") }
      driver.hold()
    case "release": driver.release()
    case "rest": driver.rest()
    case "leave": driver.leave()
    case "forget": driver.forget()
    default: throw step.unknown
    }
  }

  /// Two threads call `add` or one of several ways to leave, and then `add` or `leave`.
  ///
  /// ThreadSanitizer remembers four uses of each eight bytes, and then forgets one. Which one
  /// depends on what the thread did before, such as adding tasks.
  private static func callPairs(_ name: String) {
    let leaving = (0..<8).map { count -> @Sendable (Learners) -> Any? in
      { thread in
        for _ in 0..<count { _ = thread.add {} }
        return thread.leave()
      }
    }
    let add: @Sendable (Learners) -> Any? = { $0.add {} }
    // A race that is missed once is hardly missed three times.
    for _ in 0..<3 {
      Meeting.callPairs([add] + leaving, then: [add, leaving[0]]) { Learners(name: name) }
    }
  }
}

/// The current thread.
public enum CurrentThread {
  /// The name that the thread has given itself.
  ///
  /// It is stored in the thread's dictionary, because Linux truncates the name of a `Thread` to 15
  /// bytes and sometimes loses it.
  public static var name: String? {
    get { Thread.current.threadDictionary[key] as? String }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  private static let key = "CurrentThread.name"
}
