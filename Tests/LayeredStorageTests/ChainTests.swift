import Concurrency
import LayeredStorage
import TestSupport
import Testing

@Suite(.serialized)
struct `A chain` {
  let history = Recorder<String>()

  private func chain(_ main: String?, _ underlying: String?) -> (
    chain: SynchronizedStorageChain<Recorded, Recorded>, main: Recorded, underlying: Recorded
  ) {
    let main = Recorded("main", history, value: main)
    let underlying = Recorded("underlying", history, value: underlying)
    return (SynchronizedStorageChain(main, underlyingProvider: underlying), main, underlying)
  }

  // MARK: The three checks of the original

  @Test
  func `returns main's value`() throws {
    let (chain, _, _) = chain("123", "456")
    #expect(try chain.getValue() == "123")
    #expect(history.entries == ["main.get"])
  }

  @Test
  func `returns underlying's value after it has reported a change`() throws {
    let (chain, main, underlying) = chain("123", "456")
    underlying.memory.setValue("hello world")
    let value = try chain.getValue()
    let stored = try main.memory.getValue()
    #expect(value == "hello world")
    #expect(stored == "hello world")
  }

  @Test
  func `writes both providers`() throws {
    let (chain, main, underlying) = chain("123", "456")
    try chain.setValue("55688")
    let values = [try main.memory.getValue(), try underlying.memory.getValue()]
    #expect(values == ["55688", "55688"])
    #expect(history.entries == ["underlying.set 55688", "main.set 55688"])
  }

  // MARK: Reading

  @Test
  func `fills a main that has no value, once`() throws {
    let (chain, _, _) = chain(nil, "456")
    let values = [try chain.getValue(), try chain.getValue()]
    #expect(values == ["456", "456"])
    #expect(history.entries == ["underlying.get", "main.set 456", "main.get", "main.get"])
  }

  @Test
  func `reads underlying once for any number of reports, and only on demand`() throws {
    let (chain, _, underlying) = chain("123", "456")
    for number in 1...1000 { underlying.memory.setValue("\(number)") }
    let before = history.entries
    let values = [try chain.getValue(), try chain.getValue()]
    #expect(before == [])
    #expect(values == ["1000", "1000"])
    #expect(history.entries == ["underlying.get", "main.set 1000", "main.get", "main.get"])
  }

  @Test
  func `calls its handler after main has the value, and the handler may read the chain`() throws {
    let (chain, _, underlying) = chain("123", "456")
    chain.valueBeModifiedHandler = { [weak chain, history] value in
      history.record("notified \(value), reads \((try? chain?.getValue()) ?? "nothing")")
    }
    underlying.memory.setValue("789")
    #expect(try chain.getValue() == "789")
    #expect(
      history.entries == [
        "underlying.get", "main.set 789", "main.get", "notified 789, reads 789", "main.get",
      ])
  }

  @Test
  func `calls its handler in the order of its reads, even for a read by an observer`() throws {
    let (chain, main, underlying) = chain("old", "old")
    _ = try chain.getValue()
    let values = Recorder<String>()
    chain.valueBeModifiedHandler = { values.record($0) }
    let isFirst = Locked(true)
    let registration = main.valueBeModifiedHandlers.add { [weak chain] in
      guard
        isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        })
      else { return }
      underlying.memory.setValue("Bob")
      _ = try? chain?.getValue()
    }
    underlying.memory.setValue("Ann")
    let value = try chain.getValue()
    registration.end()
    #expect(values.entries == ["Ann", "Bob"])
    #expect(value == "Bob")
  }

  @Test
  func `calls its handler in the order of its reads, whichever threads read`() throws {
    let underlying = MemoryProvider(0)
    let chain = SynchronizedStorageChain(MemoryProvider(0), underlyingProvider: underlying)
    _ = try chain.getValue()
    let values = Recorder<Int>()
    chain.valueBeModifiedHandler = { values.record($0) }
    let areDone = allFinish(threads: 3) { thread in
      for number in 1...5_000 {
        if thread == 0 { underlying.setValue(number) } else { _ = try? chain.getValue() }
      }
    }
    let last = try chain.getValue()
    #expect(areDone)
    #expect(last == 5_000)
    #expect(values.entries == values.entries.sorted())
    #expect(values.entries.last == 5_000)
  }

  @Test
  func `keeps a report that it could not process`() throws {
    let (chain, main, underlying) = chain("123", "456")
    underlying.memory.setValue("789")
    underlying.isRefusing = true
    #expect(throws: Recorded.Refused.self) { try chain.getValue() }
    let kept = try main.memory.getValue()
    underlying.isRefusing = false
    let value = try chain.getValue()
    #expect(kept == "123")
    #expect(value == "789")
  }

  @Test
  func `keeps a report that arrives while it processes another`() throws {
    let (chain, main, underlying) = chain("123", "456")
    underlying.memory.setValue("789")
    // Main's own report arrives between the read of underlying and the end of the update.
    var registration: ChangeRegistration?
    registration = main.valueBeModifiedHandlers.add {
      if (try? underlying.memory.getValue()) == "789" { underlying.memory.setValue("later") }
    }
    _ = try chain.getValue()
    let value = try chain.getValue()
    registration?.end()
    #expect(value == "later")
  }

  // MARK: Writing

  @Test
  func `changes neither provider when underlying fails`() throws {
    let (chain, main, underlying) = chain("123", "456")
    underlying.isRefusing = true
    #expect(throws: Recorded.Refused.self) { try chain.setValue("789") }
    let values = [try main.memory.getValue(), try underlying.memory.getValue()]
    #expect(values == ["123", "456"])
    #expect(history.entries == ["underlying.set 789"])
  }

  @Test
  func `repairs main at the next read when main has failed`() throws {
    let (chain, main, _) = chain("123", "456")
    main.isRefusing = true
    #expect(throws: Recorded.Refused.self) { try chain.setValue("789") }
    main.isRefusing = false
    history.removeAll()
    #expect(try chain.getValue() == "789")
    #expect(history.entries == ["underlying.get", "main.set 789", "main.get"])
  }

  @Test
  func `has processed earlier reports after a write`() throws {
    let (chain, _, underlying) = chain("123", "456")
    underlying.memory.setValue("789")
    try chain.setValue("Ann")
    history.removeAll()
    #expect(try chain.getValue() == "Ann")
    #expect(history.entries == ["main.get"])
  }

  @Test
  func `does not report its own writes to itself`() throws {
    let (chain, _, _) = chain("123", "456")
    let registration = chain.valueBeModifiedHandlers.add { history.record("notified") }
    try chain.setValue("Ann")
    _ = try chain.getValue()
    registration.end()
    #expect(history.entries == ["underlying.set Ann", "main.set Ann", "notified", "main.get"])
  }
}
