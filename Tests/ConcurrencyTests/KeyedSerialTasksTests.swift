import TestSupport
import Testing

@testable import Concurrency

struct `Serial tasks` {
  @Test
  func `run one at a time, in order, although each suspends`() async {
    let (tasks, steps) = (KeyedSerialTasks<Int>(), Recorder<String>())
    for number in 1...50 {
      tasks.add(0) {
        steps.record("\(number) begins")
        await Task.yield()
        steps.record("\(number) ends")
      }
    }
    let last = await tasks.result(0) { 51 }
    #expect(last == 51)
    #expect(steps.entries == (1...50).flatMap { ["\($0) begins", "\($0) ends"] })
  }

  @Test
  func `run an operation that an operation adds after those before it`() async {
    let (tasks, steps, isOver) = (KeyedSerialTasks<Int>(), Recorder<Int>(), Gate())
    tasks.add(0) {
      tasks.add(0) {
        steps.record(3)
        isOver.open()
      }
      steps.record(1)
    }
    await isOver.passed()
    #expect(steps.entries == [1, 3])
  }

  @Test
  func `of different keys do not wait for each other`() async {
    let tasks = KeyedSerialTasks<String>()
    let (isHeld, release, steps) = (Gate(), Gate(), Recorder<String>())
    tasks.add("Ann") {
      isHeld.open()
      await release.passed()
      steps.record("Ann 1")
    }
    tasks.add("Ann") { steps.record("Ann 2") }
    await isHeld.passed()
    // Ann's first operation is open until Bob's has run, so one that waited would never end.
    _ = await tasks.result("Bob") { steps.record("Bob") }
    release.open()
    _ = await tasks.result("Ann") {}
    #expect(steps.entries == ["Bob", "Ann 1", "Ann 2"])
  }

  @Test
  func `leave nothing behind for a key whose operations have run`() async {
    let tasks = KeyedSerialTasks<Int>()
    let releases = AwaitedCount()
    for key in 0..<100 {
      let probe = DeinitProbe { releases.increment() }
      tasks.add(key) { withExtendedLifetime(probe) {} }
    }
    await releases.reached(100)
    // The task removes its key after it has released the last operation.
    while !tasks.keys.isEmpty { await Task.yield() }
    _ = await tasks.result(1) { [1] }
    while !tasks.keys.isEmpty { await Task.yield() }
  }

  @TaskLocal static var caller = "nobody"

  @Test
  func `do not run with the task-local values of another caller`() async {
    let (tasks, isHeld, seen) = (KeyedSerialTasks<Int>(), Gate(), Recorder<String>())
    Self.$caller.withValue("Ann") { tasks.add(0) { await isHeld.passed() } }
    Self.$caller.withValue("Bob") {
      tasks.add(0) {
        let caller = Self.caller
        seen.record(caller)
      }
    }
    isHeld.open()
    _ = await tasks.result(0) {}
    #expect(seen.entries == ["nobody"])
  }

  @Test
  func `release an operation that adds to the same queue in its deinit`() async {
    let (tasks, isOver) = (KeyedSerialTasks<Int>(), Gate())
    do {
      let probe = DeinitProbe { tasks.add(0) { isOver.open() } }
      tasks.add(0) { withExtendedLifetime(probe) {} }
    }
    await isOver.passed()
  }
}

extension KeyedSerialTasks {
  /// Waits until an operation has run, after those before it.
  fileprivate func result<Result: Sendable>(
    _ key: Key, _ operation: @escaping @Sendable () async -> Result
  ) async -> Result {
    let result = OneShot<Result>()
    add(key) { result.fulfill(await operation()) }
    return await result.value
  }
}
