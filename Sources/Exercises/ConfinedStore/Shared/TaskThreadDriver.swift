internal import Concurrency
internal import Foundation

/// Adds tasks to a learner's thread, and waits for their results.
final class TaskThreadDriver<Learners: TaskThreadRequirements> {
  let watch: TaskWatch
  private(set) var thread: Learners?
  private let place = TaskPlace()
  private let events: Events
  private var gate: DispatchSemaphore?

  init(_ name: String, _ events: Events) {
    thread = Learners(name: name)
    watch = TaskWatch(events, hasGivenUp: TaskWatch.hasTimedOut)
    self.events = events
  }

  func add(_ name: String) {
    add(name) {}
    waitUnlessHeld()
  }

  /// Adds a task that adds another one.
  func add(_ name: String, adding other: String) {
    add(name) { [weak thread, events, watch, place] in
      guard let thread else { return }
      Self.add(other, to: thread, watch, events, place) {}
      events("\(name) has added \(other)")
    }
    waitUnlessHeld()
  }

  /// Adds tasks one after the other, each from a different thread.
  func add(_ names: [String]) {
    guard let thread else { return }
    for name in names {
      let hasAdded = DispatchSemaphore(value: 0)
      Thread { [events, watch, place] in
        Self.add(name, to: thread, watch, events, place) {}
        hasAdded.signal()
      }.start()
      _ = watch.until { hasAdded.wait(timeout: .now()) == .success }
    }
    waitUnlessHeld()
  }

  /// Adds tasks from several threads at the same time. All tasks increment one number.
  func count(callers: Int, tasks: Int) {
    guard let thread else { return }
    let tally = Tally(callers: callers)
    let lockstep = Lockstep(callers)
    let meeting = Meeting(of: callers)
    for caller in 0..<callers {
      let name = "caller \(caller + 1)"
      watch.expect(name)
      Thread { [watch] in
        meeting.wait(round: 0)
        for task in 0..<tasks {
          _ = thread.add {
            tally.count(task, of: caller)
            lockstep.runs(task)
          }
          lockstep.hasAdded(task)
        }
        lockstep.hasEnded()
        if !thread.add({ watch.fulfill(name) }) { watch.fulfill(name) }
      }.start()
    }
    watch.wait(else: "is not done")
    events(
      "counted \(tally.sum), \(tally.isInOrder ? "each caller's" : "not each caller's") in order")
  }

  /// Whether a task runs until ``release()``.
  var isHolding: Bool { gate != nil }

  func hold() {
    let gate = DispatchSemaphore(value: 0)
    self.gate = gate
    watch.expect("the holding task")
    let isTaken = thread?.add { [watch, place, events] in
      let current = place.current
      events("holding \(current)")
      watch.fulfill("the holding task")
      if current.hasPrefix("on the caller") { return }
      gate.wait()
    }
    if isTaken != true { watch.fulfill("the holding task") }
    watch.wait(else: "did not run")
  }

  func release() {
    gate?.signal()
    gate = nil
    watch.wait(else: "did not run")
  }

  /// Checks whether the thread waits without a task and continues as soon as there is one.
  func rest() {
    let noted = Locked<ThreadActivity.ID?>(nil)
    addUnnamed { noted.withLock { $0 = ThreadActivity.current } }
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
    let start = ThreadActivity.cpuSeconds(of: worker) ?? 0
    var isBusy = false
    while !isBusy, !ThreadActivity.isWaiting(worker) {
      poll(nil, 0, 1)
      isBusy = (ThreadActivity.cpuSeconds(of: worker) ?? 0) > start + Self.loopSeconds
    }
    return isBusy
  }

  /// The processor time of a loop, in seconds.
  private static var loopSeconds: Double { 0.05 }

  /// Whether a waiting thread wakes up repeatedly: whether it never waits for twenty samples in a
  /// row.
  private func wakesUp(_ worker: ThreadActivity.ID) -> Bool {
    var last = ThreadActivity.trace(of: worker)
    var quietLooks = 0
    for _ in 0..<60 where quietLooks < 20 {
      poll(nil, 0, 1)
      let trace = ThreadActivity.trace(of: worker)
      quietLooks = trace == last ? quietLooks + 1 : 0
      last = trace
    }
    return quietLooks < 20
  }

  /// Whether all threads wait although there is a task, so that only a timer can wake them.
  private func sleepsBesideTask() -> Bool {
    for _ in 0..<10 {
      let hasRun = Locked(false)
      addUnnamed { hasRun.withLock { $0 = true } }
      while !hasRun.withLock({ $0 }) {
        if ThreadActivity.othersWait(), !hasRun.withLock({ $0 }) { return true }
      }
    }
    return false
  }

  private func addUnnamed(_ body: @escaping @Sendable () -> Void) {
    watch.expect("a task")
    let isTaken = thread?.add { [watch] in
      body()
      watch.fulfill("a task")
    }
    if isTaken != true { watch.fulfill("a task") }
  }

  func leave() {
    guard let thread else { return }
    watch.expect("leaving")
    Thread { [watch, events] in
      thread.leave()
      events("left")
      watch.fulfill("leaving")
    }.start()
    if let gate {
      if !watch.until({ !thread.add {} }) { events("accepts tasks after leave") }
      gate.signal()
      self.gate = nil
    }
    watch.wait(else: "is not over")
    reportEnd()
  }

  /// Releases the thread without leaving it. A task that holds the thread runs until the release
  /// has happened or waits for it.
  func forget() {
    let last = Locked(thread)
    let releasing = Locked<ThreadActivity.ID?>(nil)
    let hasReleased = Locked(false)
    thread = nil
    watch.expect("the release")
    Thread { [watch] in
      releasing.withLock { $0 = ThreadActivity.current }
      _ = last.withLock { $0.take() }
      hasReleased.withLock { $0 = true }
      watch.fulfill("the release")
    }.start()
    if let gate {
      _ = watch.until {
        hasReleased.withLock { $0 }
          || releasing.withLock { $0 }.map(ThreadActivity.isWaiting) == true
      }
      gate.signal()
      self.gate = nil
    }
    watch.wait(else: "is not over")
    reportEnd()
  }

  private func reportEnd() {
    events(
      watch.until { [place] in place.hasEnded } ? "the thread has ended" : "the thread still runs")
  }

  private func waitUnlessHeld() {
    if gate == nil { watch.wait(else: "did not run") }
  }

  private func add(_ name: String, _ body: @escaping @Sendable () -> Void) {
    guard let thread else { return }
    Self.add(name, to: thread, watch, events, place, body)
  }

  private static func add(
    _ name: String, to thread: Learners, _ watch: TaskWatch, _ events: Events, _ place: TaskPlace,
    _ body: @escaping @Sendable () -> Void
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
