internal import Concurrency
internal import Foundation

/// Adds tasks to a learner's thread, and waits for their results.
final class TaskThreadDriver<Learners: TaskThreadRequirements> {
  private var thread: Learners?
  private let tasks: ReportedTasks
  private let watch: TaskWatch
  private let events: Events
  private var gate: DispatchSemaphore?

  init(_ name: String, _ events: Events) {
    thread = Learners(name: name)
    watch = TaskWatch(events)
    self.events = events
    tasks = ReportedTasks(watch: watch, events: events)
  }

  /// Adds a task, which may add another one.
  func add(_ name: String, adding other: String? = nil) {
    guard let thread else { return waitUnlessHeld() }
    tasks.add(name, to: thread) { [weak thread, tasks] in
      guard let other, let thread else { return }
      tasks.add(other, to: thread)
      tasks.events("\(name) has added \(other)")
    }
    waitUnlessHeld()
  }

  /// Adds tasks one after the other, each from a different thread.
  func add(_ names: [String]) {
    guard let thread else { return }
    for name in names {
      let hasAdded = DispatchSemaphore(value: 0)
      Thread { [tasks] in
        tasks.add(name, to: thread)
        hasAdded.signal()
      }.start()
      _ = watch.until { hasAdded.wait(timeout: .now()) == .success }
    }
    waitUnlessHeld()
  }

  /// Adds tasks from several threads at the same time. All tasks increment one number.
  func count(callers: Int, tasks: Int) {
    guard let thread else { return }
    let counted = Locked((sum: 0, isInOrder: true, next: Array(repeating: 0, count: callers)))
    let lockstep = Lockstep(callers)
    let meeting = Meeting(of: callers)
    for caller in 0..<callers {
      let name = "caller \(caller + 1)"
      watch.expect(name)
      Thread { [watch] in
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

  /// Whether a task runs until ``release()``.
  var isHolding: Bool { gate != nil }

  func hold() {
    let gate = DispatchSemaphore(value: 0)
    self.gate = gate
    addUnreported("the holding task") { [tasks] in
      let current = tasks.place.current
      tasks.events("holding \(current)")
      tasks.watch.fulfill("the holding task")
      if !current.hasPrefix("on the caller") { gate.wait() }
    }
    watch.wait(else: "did not run")
  }

  func release() {
    gate.take()?.signal()
    watch.wait(else: "did not run")
  }

  /// Checks whether the thread waits without a task and continues as soon as there is one.
  func rest() {
    let noted = Locked<ThreadActivity.ID?>(nil)
    addUnreported("a task") { [watch] in
      noted.withLock { $0 = ThreadActivity.current }
      watch.fulfill("a task")
    }
    watch.wait(else: "did not run")
    guard let worker = noted.withLock({ $0 }) else { return }
    if isBusy(worker) { return events("is busy with nothing to do") }
    if wakesUp(worker) { return events("wakes up with nothing to do") }
    events(sleepsBesideTask() ? "sleeps although it has a task" : "rests when it has nothing to do")
    watch.wait(else: "did not run")
  }

  /// Waits until the thread waits or has used so much processor time without a task that it must be
  /// in a loop.
  private func isBusy(_ worker: ThreadActivity.ID) -> Bool {
    let longest = 0.05 + (ThreadActivity.cpuSeconds(of: worker) ?? 0)
    while !ThreadActivity.isWaiting(worker) {
      poll(nil, 0, 1)
      if (ThreadActivity.cpuSeconds(of: worker) ?? 0) > longest { return true }
    }
    return false
  }

  /// Whether a waiting thread wakes up repeatedly: whether it never waits for twenty samples in a
  /// row.
  private func wakesUp(_ worker: ThreadActivity.ID) -> Bool {
    var last = ThreadActivity.Look(worker)
    var quietLooks = 0
    for _ in 0..<60 where quietLooks < 20 {
      poll(nil, 0, 1)
      let look = ThreadActivity.Look(worker)
      quietLooks = look == last ? quietLooks + 1 : 0
      last = look
    }
    return quietLooks < 20
  }

  /// Whether all threads wait although there is a task, so that only a timer can wake them.
  private func sleepsBesideTask() -> Bool {
    for _ in 0..<10 {
      let hasRun = Locked(false)
      addUnreported("a task") { [watch] in
        hasRun.withLock { $0 = true }
        watch.fulfill("a task")
      }
      while !hasRun.withLock({ $0 }) {
        if ThreadActivity.othersWait(), !hasRun.withLock({ $0 }) { return true }
      }
    }
    return false
  }

  /// Adds a task that fulfills its own expectation.
  private func addUnreported(_ name: String, _ task: @escaping @Sendable () -> Void) {
    watch.expect(name)
    if thread?.add(task) != true { watch.fulfill(name) }
  }

  func leave() {
    guard let thread else { return }
    watch.expect("leaving")
    Thread { [watch, events] in
      thread.leave()
      events("left")
      watch.fulfill("leaving")
    }.start()
    if let gate = gate.take() {
      if !watch.until({ !thread.add {} }) { events("accepts tasks after leave") }
      gate.signal()
    }
    watch.wait(else: "is not over")
    reportEnd()
  }

  /// Releases the thread without leaving it. A task that holds the thread runs until the release
  /// has happened or waits for it.
  func forget() {
    let last = Locked(thread)
    let releasing = Locked<ThreadActivity.ID?>(nil)
    thread = nil
    watch.expect("the release")
    Thread { [watch] in
      releasing.withLock { $0 = ThreadActivity.current }
      _ = last.withLock { $0.take() }
      watch.fulfill("the release")
    }.start()
    if let gate = gate.take() {
      _ = watch.until { releasing.withLock { $0 }.map(ThreadActivity.isWaiting) == true }
      gate.signal()
    }
    watch.wait(else: "is not over")
    reportEnd()
  }

  private func reportEnd() {
    let hasEnded = watch.until { tasks.place.hasEnded }
    events(hasEnded ? "the thread has ended" : "the thread still runs")
  }

  private func waitUnlessHeld() {
    if gate == nil { watch.wait(else: "did not run") }
  }
}

/// Adds tasks that report where they run.
private struct ReportedTasks: Sendable {
  let watch: TaskWatch
  let events: Events
  let place = TaskPlace()

  func add(
    _ name: String, to thread: some TaskThreadRequirements,
    _ body: @escaping @Sendable () -> Void = {}
  ) {
    watch.expect(name)
    let isTaken = thread.add {
      events("\(name) \(place.current)")
      body()
      watch.fulfill(name)
    }
    guard !isTaken else { return }
    events("\(name) is refused")
    watch.fulfill(name)
  }
}
