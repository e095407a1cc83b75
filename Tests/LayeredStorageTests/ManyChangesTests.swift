import Concurrency
import LayeredStorage
import Testing

@Suite(.serialized)
struct `A chain's own handler` {
  @Test
  func `is called after each of many changes, at the same cost`() throws {
    let underlying = MemoryProvider(0)
    let chain = SynchronizedStorageChain(MemoryProvider(0), underlyingProvider: underlying)
    let told = Locked((count: 0, last: 0))
    chain.valueBeModifiedHandler = { value in told.withLock { $0 = ($0.count + 1, value) } }
    for number in 1...20_000 {
      underlying.setValue(number)
      _ = try chain.getValue()
    }
    let (count, last) = told.withLock { $0 }
    #expect(count == 20_000)
    #expect(last == 20_000)
  }
}
