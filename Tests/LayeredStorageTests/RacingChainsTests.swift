import Concurrency
import Foundation
import TestSupport
import Testing

@testable import LayeredStorage

@Suite(.serialized)
struct `Chains that share providers, on several threads` {
  // MARK: One pair of providers

  @Test(arguments: [0, 1])
  func `agree with underlying after one has written both while the other was between its writes`(
    reader: Int
  ) throws {
    let (main, underlying) = (Interrupted(0), MemoryProvider(0))
    let chains = [over(main, underlying), over(main, underlying)]
    for chain in chains { _ = try chain.getValue() }
    main.beforeWriting(1) { try chains[1].setValue(2) }
    try chains[0].setValue(1)
    let values = [
      try chains[reader].getValue(), try chains[1 - reader].getValue(),
      try main.getValue(), try underlying.getValue(),
    ]
    #expect(values == [2, 2, 2, 2])
  }

  @Test
  func `agree with underlying after one has written both while the other was updating main`() throws
  {
    let (main, underlying) = (Interrupted(0), MemoryProvider(0))
    let chains = [over(main, underlying), over(main, underlying)]
    for chain in chains { _ = try chain.getValue() }
    underlying.setValue(1)
    main.beforeWriting(1) { try chains[1].setValue(2) }
    let values = [
      try chains[0].getValue(), try chains[1].getValue(), try main.getValue(),
      try underlying.getValue(),
    ]
    #expect(values == [2, 2, 2, 2])
  }

  @Test
  func `read underlying again if main could not be repaired`() throws {
    let (main, underlying) = (Interrupted(0), Interrupted(0))
    let chains = [over(main, underlying), over(main, underlying)]
    for chain in chains { _ = try chain.getValue() }
    main.beforeWriting(1) {
      try chains[1].setValue(2)
      underlying.isRefusing = true
    }
    try chains[0].setValue(1)
    underlying.isRefusing = false
    let values = [try chains[1].getValue(), try chains[0].getValue(), try main.getValue()]
    #expect(values == [2, 2, 2])
  }

  // MARK: One above the other

  @Test
  func `return no older value than the chain below before a change is reported`() throws {
    let base = MemoryProvider(0)
    let lower = over(MemoryProvider(0), base)
    let middle = over(MemoryProvider(0), lower)
    let upper = over(MemoryProvider(0), middle)
    _ = try upper.getValue()
    base.stored.withLock { $0 = 1 }
    // Increments the revision without a report, as for a file whose change is reported later.
    base.valueBeModifiedHandlers.advance()
    let first = [try upper.getValue(), try lower.getValue(), try upper.getValue()]
    base.stored.withLock { $0 = 2 }
    base.valueBeModifiedHandlers.advance()
    let second = [try lower.getValue(), try upper.getValue(), try middle.getValue()]
    #expect(first == [1, 1, 1])
    #expect(second == [2, 2, 2])
  }

  @Test(arguments: [true, false])
  func `return no older value than the chain below`(isWrittenBelow: Bool) throws {
    let base = MemoryProvider(0)
    let lower = over(MemoryProvider(0), base)
    let middle = over(MemoryProvider(0), over(MemoryProvider(0), lower))
    let upper = over(MemoryProvider(0), over(MemoryProvider(0), over(MemoryProvider(0), middle)))
    _ = try upper.getValue()
    let older = older(upper, than: lower, readers: 1) {
      for number in 1...2_000 {
        if isWrittenBelow { base.setValue(number) } else { try? lower.setValue(number) }
      }
    }
    #expect(older == [])
  }

  /// Another connection writes the main database of the lower chain.
  @Test
  func `return no older value than the chain below while its database is written`() throws {
    let scratch = try Scratch()
    let url = scratch.directory.appending(path: "value.db")
    let (database, other) = (try SQLiteProvider<Int>(url: url), try SQLiteProvider<Int>(url: url))
    try database.setValue(0)
    let lower = over(database, MemoryProvider(0))
    let upper = over(MemoryProvider(0), lower)
    _ = try upper.getValue()
    let older = older(upper, than: lower, readers: 3) {
      for number in 1...200 { try? other.setValue(number) }
    }
    #expect(older == [])
  }

  /// Reads both chains while another thread writes.
  ///
  /// - Returns: The pairs of reads in which the upper chain's value was older.
  private func older(
    _ upper: some SynchronizedDataProviding<Int>, than lower: some SynchronizedDataProviding<Int>,
    readers: Int, while write: @escaping @Sendable () -> Void
  ) -> [[Int]] {
    let (older, isWritten) = (Recorder<[Int]>(), Gate())
    let areDone = allFinish(threads: 1 + readers) { thread in
      if thread == 0 {
        write()
        isWritten.open()
      } else {
        while !isWritten.isOpen {
          guard let below = try? lower.getValue(), let above = try? upper.getValue() else { return }
          if above < below { older.record([below, above]) }
        }
      }
    }
    #expect(areDone)
    return older.entries
  }

  private func over<Main: SynchronizedDataProviding, Below: SynchronizedDataProviding>(
    _ main: Main, _ below: Below
  ) -> SynchronizedStorageChain<Main, Below> where Main.Value == Below.Value {
    SynchronizedStorageChain(main, underlyingProvider: below)
  }
}

/// A memory provider that lets another thread act before it stores a value.
private final class Interrupted: SynchronizedDataProviding {
  struct Refused: Error {}

  private struct Interruption: Sendable {
    let value: Int
    let act: @Sendable () throws -> Void
  }

  private let memory: MemoryProvider<Int>
  private let interruption = Locked<Interruption?>(nil)
  private let refuses = Locked(false)

  init(_ value: Int) { memory = MemoryProvider(value) }

  var valueBeModifiedHandlers: ChangeHandlers { memory.valueBeModifiedHandlers }

  var isRefusing: Bool {
    get { refuses.withLock { $0 } }
    set { refuses.withLock { $0 = newValue } }
  }

  /// Runs a closure on another thread, once, before a value is stored.
  func beforeWriting(_ value: Int, _ act: @escaping @Sendable () throws -> Void) {
    interruption.withLock { $0 = Interruption(value: value, act: act) }
  }

  func getValue() throws -> Int {
    if isRefusing { throw Refused() }
    return try memory.getValue()
  }

  func setValue(_ value: Int) throws {
    let interruption = interruption.withLock { interruption -> Interruption? in
      guard let now = interruption, now.value == value else { return nil }
      interruption = nil
      return now
    }
    if let interruption {
      guard finishes({ try? interruption.act() }) else { throw Refused() }
    }
    memory.setValue(value)
  }
}
