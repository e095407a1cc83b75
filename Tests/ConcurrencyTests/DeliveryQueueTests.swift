import Concurrency
import Foundation
import TestSupport
import Testing

struct `A call queue` {
  @Test
  func `runs a closure that is added from inside another after it`() {
    let (calls, steps) = (CallQueue(), Recorder<String>())
    calls.run {
      steps.record("1 begins")
      calls.run { steps.record("2") }
      steps.record("1 ends")
    }
    #expect(steps.entries == ["1 begins", "1 ends", "2"])
  }

  @Test
  func `runs nothing while closures are only added`() {
    let (calls, steps) = (CallQueue(), Recorder<Int>())
    let mustDrain = (1...3).map { number in
      calls.enqueue { steps.record(number) }
    }
    let before = steps.entries
    calls.drain()
    let after = steps.entries
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
    #expect(count.withLock { $0 } == 100_000)
  }
}

struct `A delivery queue` {
  @Test
  func `asks the first caller to drain it, and no other until it is idle again`() {
    var queue = DeliveryQueue<Int>()
    let asked = [queue.enqueue(1), queue.enqueue(2)]
    let first = [queue.dequeue(), queue.dequeue()]
    let whileDraining = queue.enqueue(3)
    let rest = [queue.dequeue(), queue.dequeue()]
    let whenIdle = queue.enqueue(4)
    #expect(asked == [true, false])
    #expect(first == [1, 2])
    #expect(!whileDraining)
    #expect(rest == [3, nil])
    #expect(whenIdle)
  }

  @Test
  func `keeps the order over any mixture of enqueueing and dequeueing`() {
    var queue = DeliveryQueue<Int>()
    var (next, delivered) = (0, [Int]())
    for round in 0..<200 {
      for _ in 0..<(round * 7 % 5) {
        _ = queue.enqueue(next)
        next += 1
      }
      for _ in 0..<(round * 3 % 4) {
        if let element = queue.dequeue() { delivered.append(element) }
      }
    }
    while let element = queue.dequeue() { delivered.append(element) }
    #expect(next > 300)
    #expect(delivered == Array(0..<next))
  }

  @Test
  func `releases each element when it is dequeued`() {
    let isReleased = Gate()
    var queue = DeliveryQueue<DeinitProbe>()
    _ = queue.enqueue(DeinitProbe { isReleased.open() })
    _ = queue.enqueue(DeinitProbe())
    let isRetained = !isReleased.isOpen
    _ = queue.dequeue()
    #expect(isRetained)
    #expect(isReleased.isOpen)
    #expect(queue.dequeue() != nil)
  }
}
