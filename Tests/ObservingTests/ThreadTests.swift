import Concurrency
import Foundation
import Observing
import TestSupport
import Testing

struct `Threads`: ~Copyable {
  let number = ObservableValue(0)

  @Test
  func
    `that set a value concurrently make one order of changes, where each old is the preceding new`()
  {
    let received = (0..<3).map { _ in Recorder<Change<Int>>() }
    let running = Locked((now: 0, most: 0))
    let bindings = received.map { changes in
      number.observe { change in
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        changes.record(change)
        running.withLock { $0.now -= 1 }
      }
    }
    let finished = allFinish(threads: 8) { [number] thread in
      for step in 0..<200 { number.value = thread * 1000 + step }
    }
    let histories = received.map(\.entries)
    let isChain = zip(histories[0], histories[0].dropFirst()).allSatisfy { $0.new == $1.old }
    #expect(finished)
    #expect(histories[0].count == 1600)
    #expect(histories[0].first?.old == 0)
    #expect(histories[0].last?.new == number.value)
    #expect(isChain)
    #expect(histories[1] == histories[0])
    #expect(histories[2] == histories[0])
    #expect(running.withLock { $0.most } == 1)
    withExtendedLifetime(bindings) {}
  }

  @Test
  func `that bind while others set receive no value twice and miss none`() {
    let gaps = Locked(0)
    let finished = allFinish(threads: 4) { [number] thread in
      guard thread > 0 else {
        for step in 1...2000 { number.value = step }
        return
      }
      for _ in 0..<200 {
        let last = Locked<Int?>(nil)
        let binding = number.bind { value in
          let former = last.withLock { last in
            defer { last = value }
            return last
          }
          if let former, value != former + 1 { gaps.withLock { $0 += 1 } }
        }
        binding.end()
      }
    }
    #expect(finished)
    #expect(gaps.withLock { $0 } == 0)
  }

  @Test
  func `that set meanwhile change it after the first value, which is delivered at once`() {
    let history = Recorder<String>()
    let (isNotified, isSet) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let setter = Thread { [number] in
      isNotified.wait()
      number.value = 1
      history.record("set")
      isSet.signal()
    }
    setter.start()
    let binding = number.bind { value in
      if value == 0 {
        isNotified.signal()
        isSet.wait()
      }
      history.record("bound \(value)")
    }
    #expect(history.entries == ["set", "bound 0", "bound 1"])
    binding.end()
  }

  @Test
  func `that change a value deliver its changes, even those of another thread`() {
    let (isDelivering, isLeft) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let history = Recorder<String>()
    let first = ObjectIdentifier(Thread.current)
    let binding = number.observe { change in
      history.record(
        "\(change.new) on \(ObjectIdentifier(Thread.current) == first ? "the first thread" : "another")"
      )
      guard change.new == 1 else { return }
      isDelivering.signal()
      isLeft.wait()
    }
    let other = Thread { [number] in
      isDelivering.wait()
      number.value = 2
      history.record("the other setter returned")
      isLeft.signal()
    }
    other.start()
    number.value = 1
    history.record("the first setter returned")
    #expect(
      history.entries == [
        "1 on the first thread", "the other setter returned", "2 on the first thread",
        "the first setter returned",
      ])
    binding.end()
  }
}
