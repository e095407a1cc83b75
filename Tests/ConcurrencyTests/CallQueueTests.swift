import Concurrency
import Foundation
import Testing

struct `A call queue` {
  @Test
  func `runs a closure that is added from inside another after it`() {
    let (calls, steps) = (CallQueue(), Locked<[String]>([]))
    calls.run {
      steps.withLock { $0.append("1 begins") }
      calls.run { steps.withLock { $0.append("2") } }
      steps.withLock { $0.append("1 ends") }
    }
    let all = steps.withLock { $0 }
    #expect(all == ["1 begins", "1 ends", "2"])
  }

  @Test
  func `runs nothing while closures are only added`() {
    let (calls, steps) = (CallQueue(), Locked<[Int]>([]))
    let mustDrain = (1...3).map { number in
      calls.enqueue { steps.withLock { $0.append(number) } }
    }
    let before = steps.withLock { $0 }
    calls.drain()
    let after = steps.withLock { $0 }
    #expect(mustDrain == [true, false, false])
    #expect(before == [])
    #expect(after == [1, 2, 3])
  }

  @Test
  func `runs every closure of many threads, one at a time`() {
    let (calls, total) = (CallQueue(), Locked(0))
    // Not guarded by a lock, so that ThreadSanitizer reports overlapping closures.
    nonisolated(unsafe) var unguarded = 0
    let isOver = Gate()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1_000 {
        calls.run {
          unguarded += 1
          let count = total.withLock { total in
            total += 1
            return total
          }
          if count == 8_000 { isOver.open() }
        }
      }
    }
    isOver.wait()
    #expect(unguarded == 8_000)
  }

  @Test
  func `does not grow the stack when closures add closures`() {
    let (calls, count) = (CallQueue(), Locked(0))
    @Sendable func step() {
      let next = count.withLock { count in
        count += 1
        return count
      }
      if next < 100_000 { calls.run(step) }
    }
    calls.run(step)
    let reached = count.withLock { $0 }
    #expect(reached == 100_000)
  }
}
