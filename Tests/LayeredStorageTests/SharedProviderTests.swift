import Concurrency
import Dispatch
import LayeredStorage
import TestSupport
import Testing

@Suite(.serialized)
struct `Chains that share a provider` {
  let history = Recorder<String>()

  @Test
  func `are notified of a write by a handler`() throws {
    let shared = MemoryProvider("Ann")
    let first = memoryChain(over: shared)
    let second = memoryChain(over: shared)
    let registration = second.valueBeModifiedHandlers.add {
      if (try? second.getValue()) == "Bob" { try? second.setValue("Cid") }
    }
    try first.setValue("Bob")
    let values = [try first.getValue(), try second.getValue(), try shared.getValue()]
    registration.end()
    #expect(values == ["Cid", "Cid", "Cid"])
  }

  @Test
  func `agree in the end, whichever chain writes, while handlers read`() throws {
    let shared = MemoryProvider("start")
    let chains = (0..<4).map { _ in memoryChain(over: shared) }
    let registrations = chains.map { chain in
      chain.valueBeModifiedHandlers.add { for other in chains { _ = try? other.getValue() } }
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<100 { try? chains[thread].setValue("\(thread).\(round)") }
    }
    let stored = try shared.getValue()
    let values = try chains.map { try $0.getValue() }
    for registration in registrations { registration.end() }
    #expect(values == Array(repeating: stored, count: 4))
  }

  @Test
  func `may be created and released while the provider remains`() throws {
    let shared = MemoryProvider("Ann")
    weak var gone: SynchronizedStorageChain<MemoryProvider<String>, MemoryProvider<String>>?
    do {
      let chain = memoryChain(over: shared)
      gone = chain
      _ = try chain.getValue()
    }
    shared.setValue("Bob")
    #expect(gone == nil)
  }

  @Test
  func `may have three or more levels`() throws {
    let base = Recorded("base", history, value: "Ann")
    let low = Recorded("low", history)
    let middle = Recorded("middle", history)
    let top = Recorded("top", history)
    let chain = SynchronizedStorageChain(
      top,
      underlyingProvider: SynchronizedStorageChain(
        middle, underlyingProvider: SynchronizedStorageChain(low, underlyingProvider: base)))
    let registration = chain.valueBeModifiedHandlers.add { history.record("notified") }
    _ = try chain.getValue()
    history.removeAll()
    base.memory.setValue("Bob")
    let value = try chain.getValue()
    registration.end()
    #expect(value == "Bob")
    #expect(
      history.entries == [
        "notified", "base.get", "low.set Bob", "low.get", "middle.set Bob", "middle.get",
        "top.set Bob", "top.get",
      ])
  }

  @Test
  func `report a change of a provider in the middle`() throws {
    let middle = MemoryProvider("Ann")
    let inner = SynchronizedStorageChain(middle, underlyingProvider: MemoryProvider("old"))
    let chain = memoryChain(over: inner)
    _ = try chain.getValue()
    middle.setValue("Bob")
    #expect(try chain.getValue() == "Bob")
  }

  @Test
  func `agree after a provider in the middle has failed once`() throws {
    let base = MemoryProvider("old")
    let middle = Recorded("middle", history)
    let inner = SynchronizedStorageChain(middle, underlyingProvider: base)
    let outer = memoryChain(over: inner)
    let outermost = memoryChain(over: outer)
    _ = try outermost.getValue()
    middle.isRefusing = true
    #expect(throws: Recorded.Refused.self) { try outermost.setValue("new") }
    middle.isRefusing = false
    let values = [
      try base.getValue(), try inner.getValue(), try outer.getValue(), try outermost.getValue(),
    ]
    #expect(values == ["new", "new", "new", "new"])
  }
}

@Suite(.serialized)
struct `A task that a provider starts while it is written` {
  /// A memory provider whose first write starts a task, which changes the value again once a gate
  /// opens.
  private final class Starting: SynchronizedDataProviding {
    let memory = MemoryProvider("Ann")
    let (mayChange, hasChanged) = (Gate(), Gate())
    private let waitsForTask: Bool
    private let isStarted = Locked(false)

    init(waitsForTask: Bool) { self.waitsForTask = waitsForTask }

    var valueBeModifiedHandlers: ChangeHandlers { memory.valueBeModifiedHandlers }

    func getValue() throws -> String { try memory.getValue() }

    func setValue(_ value: String) throws {
      memory.setValue(value)
      let isFirst = isStarted.withLock { isStarted in
        defer { isStarted = true }
        return !isStarted
      }
      guard isFirst else { return }
      Task { [memory, mayChange, hasChanged] in
        await mayChange.passed()
        memory.setValue("later")
        hasChanged.open()
      }
      if waitsForTask { finish() }
    }

    func finish() {
      mayChange.open()
      hasChanged.wait()
    }
  }

  @Test(arguments: [false, true])
  func `is not mistaken for the write`(isDuringTheWrite: Bool) async throws {
    // Runs outside Swift's pool, because it blocks until a task has run.
    let values = try await ThreadPool(name: "writer").result {
      try Self.values(isDuringTheWrite: isDuringTheWrite)
    }
    #expect(values == ["notified", "notified", "later"])
  }

  private static func values(isDuringTheWrite: Bool) throws -> [String] {
    let history = Recorder<String>()
    let underlying = Starting(waitsForTask: isDuringTheWrite)
    let chain = memoryChain(over: underlying)
    _ = try chain.getValue()
    let registration = chain.valueBeModifiedHandlers.add { history.record("notified") }
    try chain.setValue("Bob")
    if !isDuringTheWrite { underlying.finish() }
    history.record(try chain.getValue())
    registration.end()
    return history.entries
  }
}
