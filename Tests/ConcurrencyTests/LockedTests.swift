import Concurrency
import Foundation
import TestSupport
import Testing

struct `A locked value` {
  @Test
  func `loses no change of many threads`() {
    let number = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { number.withLock { $0 += 1 } }
    }
    #expect(number.withLock { $0 } == 80_000)
  }

  @Test
  func `is unlocked when the closure throws`() {
    struct Refused: Error {}
    let number = Locked(1)
    #expect(throws: Refused.self) {
      try number.withLock { number throws(Refused) in
        number = 2
        throw Refused()
      }
    }
    #expect(number.withLock { $0 } == 2)
  }
}

struct `A one-shot value` {

  @Test
  func `is set by one of many threads, and all waiters receive it`() {
    let shot = OneShot<[Int]>()
    let (winners, received) = (Recorder<Int>(), Recorder<[Int]>())
    let threads = ThreadPool(name: "racing", count: 8)
    for number in 0..<8 {
      threads.async {
        if shot.fulfill([number]) { winners.record(number) }
        let value = shot.wait()
        received.record(value)
      }
    }
    threads.finish()
    threads.join()
    let (winner, values) = (winners.entries, received.entries)
    #expect(winner.count == 1)
    #expect(values == Array(repeating: winner, count: 8))
  }

  @Test
  func `passes an object to a waiting thread and to waiting tasks`() async {
    final class Parcel: Sendable {
      let content: [Int]
      init(_ content: [Int]) { self.content = content }
    }
    let (shot, byThread) = (OneShot<Parcel>(), OneShot<[Int]>())
    let thread = ThreadPool(name: "waiting")
    thread.async { byThread.fulfill(shot.wait().content) }
    let tasks = (0..<4).map { _ in Task { await shot.value.content } }
    let giver = ThreadPool(name: "giver")
    giver.async { shot.fulfill(Parcel([1, 2])) }
    var contents = [await byThread.value]
    for task in tasks { contents.append(await task.value) }
    #expect(contents == Array(repeating: [1, 2], count: 5))
  }

  @Test
  func `ends the wait of a cancelled task only for valueUnlessCancelled`() async {
    let shot = OneShot<Int>()
    let (isWaiting, isCancelled) = (Gate(), Gate())
    let leaving = Task {
      isWaiting.open()
      return await shot.valueUnlessCancelled
    }
    let staying = Task {
      await isCancelled.passed()
      return await shot.value
    }
    await isWaiting.passed()
    leaving.cancel()
    staying.cancel()
    let left = await leaving.value
    isCancelled.open()
    shot.fulfill(1)
    let stayed = await staying.value
    let late = await shot.valueUnlessCancelled
    #expect(left == nil)
    #expect(stayed == 1)
    #expect(late == 1)
  }

  @Test
  func `is the first one set, even if that is nil`() async {
    let shot = OneShot<Int?>()
    let isFirst = [shot.fulfill(nil), shot.fulfill(1)]
    let value = await shot.value
    #expect(isFirst == [true, false])
    #expect(value == nil)
  }

  @Test
  func `releases the value with its owner`() {
    let isReleased = Gate()
    var shot: OneShot<DeinitProbe>? = OneShot()
    shot?.fulfill(DeinitProbe { isReleased.open() })
    let isRetained = !isReleased.isOpen
    shot = nil
    #expect(isRetained)
    #expect(isReleased.isOpen)
  }
}
