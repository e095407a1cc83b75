internal import Concurrency
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

/// Tasks for one thread, each of which reports where it runs: `ann on loader`.
///
/// Tasks that are added while `hold` runs wait. In `count 3 50`, three threads add 50 tasks each.
/// `pairs` needs no `enter`.
public final class TaskThreadScene<Learners: TaskThreadRequirements>: Scene {
  public static var forms: StepForms {
    [
      "enter loader": "starts the thread with that name.",
      "add ann": nil,
      "add ann … adding bob": "is a task that adds the second one.",
      "callers ann bob …": "adds a task from a new thread for each name, one after the other.",
      "hold": "adds a task that runs until “release”, “leave” or “forget”.",
      "release": "ends the task of “hold”.",
      "count 3 50": "makes several threads add tasks at the same time.",
      "rest": "checks whether the thread waits when it has no task.",
      "leave": nil,
      "forget": "releases the object without a call of `leave`.",
      "pairs loader":
        "makes one thread call `add` or `leave`, then another thread one of them, on a new object.",
    ]
  }

  private var thread: Learners?
  private var watch: TaskWatch?
  /// Ends the task of `hold`.
  private var gate: DispatchSemaphore?

  public init() {}

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "enter":
      thread = Learners(name: try step.argument(0))
      (watch, gate) = (TaskWatch(events), nil)
    case "pairs": Self.callPairs(try step.argument(0))
    default:
      let watch = try watch.orFail("“\(step)” comes before “enter”")
      if step.verb == "forget" { return forget(watch) }
      // After `forget`, a step has no effect.
      if let thread { try take(step, thread, watch, events) }
    }
  }

  private func take(
    _ step: Step, _ thread: Learners, _ watch: TaskWatch, _ events: Events
  ) throws(SceneFailure) {
    switch step.verb {
    case "add":
      let name = try step.argument(0)
      let other = try step.has("adding", at: 1) ? try step.argument(2) : nil
      watch.add(name, to: thread) { [weak thread] in
        guard let other, let thread else { return }
        watch.add(other, to: thread)
        events("\(name) has added \(other)")
      }
    case "callers":
      for name in step.arguments {
        let hasAdded = Gate()
        Thread {
          watch.add(name, to: thread)
          hasAdded.open()
        }.start()
        _ = watch.until { hasAdded.isOpen }
      }
    case "count": count(try step.count(0), tasks: try step.count(1), thread, watch, events)
    case "hold":
      if gate != nil { throw SceneFailure("a task is already held") }
      hold(thread, watch, events)
    case "release": gate.take()?.signal()
    case "rest": rest(thread, watch, events)
    case "leave": leave(thread, watch, events)
    default: throw step.unknown
    }
    if gate == nil { watch.wait(else: "did not run") }
  }

  /// Adds tasks from several threads at the same time. All tasks increment one number.
  private func count(
    _ callers: Int, tasks: Int, _ thread: Learners, _ watch: TaskWatch, _ events: Events
  ) {
    let counted = Locked((sum: 0, isInOrder: true, next: Array(repeating: 0, count: callers)))
    let lockstep = Lockstep(callers)
    let meeting = Meeting(of: callers)
    for caller in 0..<callers {
      let name = "caller \(caller + 1)"
      watch.expect(name)
      Thread {
        meeting.wait(round: 0)
        for task in 0..<tasks {
          _ = thread.add {
            // Read and written in two critical sections, so that concurrent tasks lose increments.
            let seen = counted.withLock { $0.sum }
            counted.withLock { counted in
              if counted.next[caller] != task { counted.isInOrder = false }
              counted.next[caller] = task + 1
              counted.sum = seen + 1
            }
            lockstep.runs(task)
          }
          lockstep.hasAdded(task)
        }
        lockstep.hasEnded()
        if !thread.add({ watch.fulfill(name) }) { watch.fulfill(name) }
      }.start()
    }
    watch.wait(else: "is not done")
    let (sum, isInOrder) = counted.withLock { ($0.sum, $0.isInOrder) }
    events("counted \(sum), \(isInOrder ? "each caller's" : "not each caller's") in order")
  }

  private func hold(_ thread: Learners, _ watch: TaskWatch, _ events: Events) {
    let gate = DispatchSemaphore(value: 0)
    self.gate = gate
    watch.expect("the holding task", from: thread) {
      let place = watch.place
      events("holding \(place)")
      watch.fulfill("the holding task")
      if !place.hasPrefix("on the caller") { gate.wait() }
    }
    watch.wait(else: "did not run")
  }

  /// Checks whether the thread waits without a task and continues as soon as there is one.
  private func rest(_ thread: Learners, _ watch: TaskWatch, _ events: Events) {
    let noted = Locked<ThreadActivity.ID?>(nil)
    watch.expect("a task", from: thread) {
      noted.withLock { $0 = ThreadActivity.current }
      watch.fulfill("a task")
    }
    watch.wait(else: "did not run")
    guard let worker = noted.withLock({ $0 }) else { return }
    if let unrest = ThreadActivity.unrest(of: worker) {
      return events("\(unrest) with nothing to do")
    }
    // Whether all threads wait although there is a task, so that only a timer can wake them.
    for _ in 0..<10 {
      let hasRun = Gate()
      watch.expect("a task", from: thread) {
        hasRun.open()
        watch.fulfill("a task")
      }
      while !hasRun.isOpen {
        if ThreadActivity.othersWait(), !hasRun.isOpen {
          return events("sleeps although it has a task")
        }
      }
    }
    events("rests when it has nothing to do")
  }

  private func leave(_ thread: Learners, _ watch: TaskWatch, _ events: Events) {
    watch.start("leaving") {
      thread.leave()
      events("left")
    }
    if let gate = gate.take() {
      if !watch.until({ !thread.add {} }) { events("accepts tasks after leave") }
      gate.signal()
    }
    watch.reportEnd()
  }

  /// Releases the thread without leaving it. A task that holds the thread runs until the release
  /// has happened or waits for it.
  private func forget(_ watch: TaskWatch) {
    let last = Locked(thread)
    let releasing = Locked<ThreadActivity.ID?>(nil)
    thread = nil
    watch.start("the release") {
      releasing.withLock { $0 = ThreadActivity.current }
      _ = last.withLock { $0.take() }
    }
    if let gate = gate.take() {
      _ = watch.until { releasing.withLock { $0 }.map(ThreadActivity.isWaiting) == true }
      gate.signal()
    }
    watch.reportEnd()
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
