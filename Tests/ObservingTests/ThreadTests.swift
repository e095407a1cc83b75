import Concurrency
import Foundation
import Observing
import Testing

struct `Threads`: ~Copyable {
  let number = ObservableValue(0)

  @Test
  func `that set a value at once are told in one order, each old the new before it`() {
    let heard = (0..<3).map { _ in Locked<[Change<Int>]>([]) }
    let bindings = heard.map { changes in
      number.observe { change in changes.withLock { $0.append(change) } }
    }
    let finished = allFinish(threads: 8) { [number] thread in
      for step in 0..<200 { number.value = thread * 1000 + step }
    }
    let histories = heard.map { changes in changes.withLock { $0 } }
    let isChain = zip(histories[0], histories[0].dropFirst()).allSatisfy { $0.new == $1.old }
    #expect(finished)
    #expect(histories[0].count == 1600)
    #expect(histories[0].first?.old == 0)
    #expect(histories[0].last?.new == number.value)
    #expect(isChain)
    #expect(histories[1] == histories[0])
    #expect(histories[2] == histories[0])
    withExtendedLifetime(bindings) {}
  }

  @Test
  func `that bind while others set hear no value twice and leave none out`() {
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
  func `that set meanwhile are heard after the first value, which is told at once`() {
    let history = History()
    let (isTold, isSet) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let setter = Thread { [number] in
      isTold.wait()
      number.value = 1
      history.add("set")
      isSet.signal()
    }
    setter.start()
    let binding = number.bind { value in
      if value == 0 {
        isTold.signal()
        isSet.wait()
      }
      history.add("bound \(value)")
    }
    let lines = history.lines
    #expect(lines == ["set", "bound 0", "bound 1"])
    binding.end()
  }
}
