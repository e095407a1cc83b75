import Concurrency
import TestSupport
import Testing

struct `A thread pool` {
  @Test
  func `runs the tasks of one thread in order, and nested tasks after them`() {
    let (pool, steps) = (ThreadPool(name: "a worker with a long name"), Recorder<String>())
    let isAdded = Gate()
    pool.async {
      isAdded.wait()
      steps.record("1 on \(ThreadPool.currentName ?? "nowhere")")
      pool.async { steps.record("3") }
    }
    pool.async { steps.record("2") }
    isAdded.open()
    _ = pool.sync {}
    pool.finish()
    pool.join()
    #expect(steps.entries == ["1 on a worker with a long name", "2", "3"])
    #expect(ThreadPool.currentName == nil)
    #expect(pool.name == "a worker with a long name")
  }

  @Test
  func `runs as many tasks at a time as it has threads`() {
    let pool = ThreadPool(name: "four", count: 4)
    let (arrived, all) = (Locked(0), Gate())
    for _ in 0..<4 {
      pool.async {
        let count = arrived.withLock { arrived in
          arrived += 1
          return arrived
        }
        if count == 4 { all.open() }
        // Each waits for the other three, so fewer threads would never get past this.
        all.wait()
      }
    }
    pool.finish()
    pool.join()
    #expect(all.isOpen)
  }

  @Test
  func `refuses tasks once it is finished, and runs those added before`() {
    let (pool, steps) = (ThreadPool(name: "short"), Recorder<Int>())
    let accepted = (0..<100).map { number in
      pool.async { steps.record(number) }
    }
    pool.finish()
    let late = (pool.async { steps.record(100) }, pool.sync { 101 })
    pool.finish()
    pool.join()
    pool.join()
    #expect(accepted.allSatisfy { $0 })
    #expect(late == (false, nil))
    #expect(steps.entries == Array(0..<100))
  }

  @Test
  func `returns the result or throws the error of a synchronous task`() {
    struct Refused: Error {}
    let pool = ThreadPool(name: "sync")
    let (value, name) = (pool.sync { 1 }, pool.sync { ThreadPool.currentName })
    #expect(value == 1)
    #expect(name == "sync")
    #expect(throws: Refused.self) {
      try pool.sync { () throws(Refused) in throw Refused() }
    }
  }

  @Test
  func `returns the result or throws the error of work on its thread to a task`() async {
    struct Refusal: Error, Equatable {}
    let pool = ThreadPool(name: "results")
    let name = await pool.result { ThreadPool.currentName }
    let refusal = await #expect(throws: Refusal.self) {
      try await pool.result { () throws(Refusal) -> Int in throw Refusal() }
    }
    #expect(name == "results")
    #expect(refusal == Refusal())
  }

  @Test
  func `runs a synchronous task of its own thread at once`() {
    let pool = ThreadPool(name: "sync")
    let steps = pool.sync {
      let steps = Recorder<Int>()
      pool.async { steps.record(2) }
      _ = pool.sync { steps.record(1) }
      return steps
    }
    _ = pool.sync {}
    #expect(steps?.entries == [1, 2])
  }

  @Test
  func `releases a task and the result of a synchronous one before the next task`() {
    let pool = ThreadPool(name: "releasing")
    let (isReleased, mayRun) = (Gate(), Gate())
    do {
      let probe = DeinitProbe { isReleased.open() }
      pool.async {
        mayRun.wait()
        withExtendedLifetime(probe) {}
      }
    }
    let isRetained = !isReleased.isOpen
    mayRun.open()
    let afterTask = pool.sync { isReleased.isOpen }
    // Repeated, because the pool's thread and this one race.
    let leftResults = (0..<1_000).count { _ in
      var result = pool.sync { DeinitProbe() }
      weak let left = result
      result = nil
      return left != nil
    }
    #expect(isRetained)
    #expect(afterTask == true)
    #expect(leftResults == 0)
  }

  @Test
  func `recognises its own threads only`() {
    let (one, other) = (ThreadPool(name: "one"), ThreadPool(name: "other"))
    let onOne = one.sync { [one.isCurrent, other.isCurrent] }
    let onOther = other.sync { [one.isCurrent, other.isCurrent] }
    let nested = one.sync { other.sync { [one.isCurrent, other.isCurrent] } }
    #expect(onOne == [true, false])
    #expect(onOther == [false, true])
    #expect(nested == [false, true])
    #expect(!one.isCurrent)
  }

  @Test
  func `calls its hook on each thread, after its tasks`() {
    let steps = Recorder<String>()
    let note = { @Sendable (step: String) in
      steps.record("\(step) on \(ThreadPool.currentName ?? "nowhere")")
    }
    let single = ThreadPool(name: "single", onEnd: { note("end") })
    single.async { note("task") }
    single.finish()
    single.join()
    let ofSingle = steps.entries
    let several = ThreadPool(name: "several", count: 3, onEnd: { note("end") })
    several.finish()
    several.join()
    let ofSeveral = Array(steps.entries.dropFirst(2))
    #expect(ofSingle == ["task on single", "end on single"])
    #expect(ofSeveral == Array(repeating: "end on several", count: 3))
  }

  @Test
  func `releases what a task captured on the thread that ran it`() {
    let (onPool, elsewhere) = (Locked(0), Locked(0))
    let pool = ThreadPool(name: "releasing")
    func task() -> @Sendable () -> Void {
      let probe = DeinitProbe {
        let count = ThreadPool.currentName == "releasing" ? onPool : elsewhere
        count.withLock { $0 += 1 }
      }
      return { withExtendedLifetime(probe) {} }
    }
    // Repeated, because the pool's thread may run a task before `async` has returned.
    for round in 0..<20_000 {
      pool.async(task())
      if round % 50 == 0 { _ = pool.sync {} }
    }
    pool.finish()
    pool.join()
    #expect([onPool, elsewhere].map { $0.withLock { $0 } } == [20_000, 0])
  }

  @Test(.exitTest)
  func `traps when it is created without threads`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ThreadPool(name: "empty", count: 0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("ThreadPool empty: 0 threads cannot run a task"))
  }
}
