import Concurrency
import TestSupport
import Testing

@testable import Exercising

struct `The executor of a step` {
  private actor Counter {
    private(set) var count = 0

    func add(_ number: Int) async -> Int {
      let before = count
      await Task {}.value
      count = before + number
      return count
    }
  }

  private actor Released {
    let report: @Sendable () -> Void

    init(_ report: @escaping @Sendable () -> Void) { self.report = report }

    isolated deinit { report() }
  }

  private let executor = StepExecutor()
  private let lines = Recorder<String>()
  private var events: Events { Events { [lines] line in lines.record(line) } }

  @Test
  func `runs all tasks that a step starts before the step returns`() throws {
    let counter = Counter()
    try executor.run {
      for number in 1...3 {
        Task.detached { [lines] in
          let sum = await counter.add(number)
          lines.record("\(number): \(sum)")
          let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<number { group.addTask { await Task { 1 }.value } }
            return await group.reduce(0, +)
          }
          lines.record("\(number): \(count) tasks")
        }
      }
    }
    // All three tasks read 0 before the first one writes.
    #expect(lines.entries == ["1: 1", "2: 2", "3: 3", "1: 1 tasks", "2: 2 tasks", "3: 3 tasks"])
  }

  @Test
  func `leaves a task that waits for a later step`() throws {
    let (stream, sender) = AsyncStream.makeStream(of: Int.self)
    try executor.run {
      Task.detached { [lines] in
        for await number in stream { lines.record("\(number)") }
        lines.record("end")
      }
    }
    #expect(lines.entries == [])
    try executor.run { sender.yield(1) }
    #expect(lines.entries == ["1"])
    try executor.run {
      sender.yield(2)
      sender.finish()
    }
    #expect(lines.entries == ["1", "2", "end"])
  }

  @Test
  func `runs child tasks, unfolding streams, and what an actor does when it is released`() throws {
    try executor.run {
      Task.detached { [lines] in
        async let one = Counter().add(1)
        async let two = Counter().add(2)
        lines.record("\(await one + two)")
        let numbers = Locked([1, 2, 3])
        let stream = AsyncStream<Int> { numbers.withLock { $0.popLast() } }
        for await number in stream { lines.record("unfolded \(number)") }
        var released: Released? = Released { lines.record("released") }
        await Task { [released] in _ = released }.value
        released = nil
      }
    }
    #expect(lines.entries == ["3", "unfolded 3", "unfolded 2", "unfolded 1", "released"])
  }

  @Test
  func `does not run tasks of other threads`() async throws {
    let isDone = Locked(false)
    // Runs on the runtime's threads while this thread takes a step.
    let other = Task.detached { isDone.withLock { $0 = true } }
    try executor.run {}
    await other.value
    #expect(isDone.withLock { $0 })
  }

  @Test
  func `has the same order each time`() throws {
    func run() throws -> [String] {
      let lines = Recorder<String>()
      let counter = Counter()
      try StepExecutor().run {
        for number in 1...20 {
          Task.detached(priority: number.isMultiple(of: 2) ? .low : .high) {
            let task = Task { await counter.add(number) }
            lines.record("\(number): \(await task.value)")
          }
        }
      }
      return lines.entries
    }
    let first = try run()
    #expect(first.count == 20)
    for _ in 1...10 { #expect(try run() == first) }
  }

  @Test
  func `lets a scene sort what its callers report`() throws {
    let tasks = StepTasks()
    try tasks.take(events) {
      for caller in ["cid", "ann", "bob"] {
        tasks.start(caller) {
          tasks.report("server: asked by \(caller)")
          tasks.report(caller, "first")
          await Task {}.value
          tasks.report(caller, "last")
        }
      }
    }
    #expect(
      lines.entries == [
        "server: asked by cid", "server: asked by ann", "server: asked by bob", "ann first",
        "ann last", "bob first", "bob last", "cid first", "cid last",
      ])
  }

  @Test
  func `lets requests wait until they are answered or cancelled`() throws {
    let tasks = StepTasks()
    let requests = ScriptedRequests<Int>(tasks)
    try tasks.take(events) {
      for caller in ["ann", "bob", "cid"] {
        tasks.start(caller) {
          do { tasks.report(caller, "\(try await requests.send(", for \(caller)"))") } catch {
            tasks.report(caller, "\(error)")
          }
        }
      }
    }
    try tasks.take(events) { tasks.cancel("bob") }
    try tasks.take(events) {
      requests.answer(3, of: ", for ann", .success(29))
      requests.answer(3, of: ", for cid", .success(30))
      requests.answer(3, .success(31))
    }
    tasks.end()
    try tasks.take(events) {}
    #expect(
      lines.entries == [
        "server: request 1, for ann", "server: request 2, for bob", "server: request 3, for cid",
        "server: request 2 was cancelled", "bob CancellationError()",
        "server: no request 3 waits for an answer", "server: no request 3 waits for an answer",
        "cid 30", "server: request 1 was cancelled", "ann CancellationError()",
      ])
  }
}
