import Concurrency
import MiniRx
import TestSupport
import Testing

@Suite struct RaceTests {
  @Test(arguments: SubjectKind.allCases)
  func `of racing terminal events each observer receives the same one`(kind: SubjectKind) {
    for _ in 1...30 {
      let subject = kind.make()
      let ends = Locked<[[String]]>([[], []])
      for index in 0..<2 {
        _ = subject.subscribe { event in
          if event.isStopEvent { ends.withLock { $0[index].append("\(event)") } }
        }
      }
      let isFinished = allFinish(threads: 4) { thread in
        subject.on(thread.isMultiple(of: 2) ? .completed : .error(TestError.boom))
        subject.onNext(1)
      }
      let late = Recorder<String>()
      _ = subject.subscribe { event in
        if event.isStopEvent { late.record("\(event)") }
      }
      let (seen, last) = (ends.withLock { $0 }, late.entries)
      #expect(isFinished)
      #expect(seen == [last, last])
      #expect(last.count == 1)
    }
  }

  @Test(arguments: SubjectKind.allCases)
  func `onDisposed runs once when threads dispose and end concurrently`(kind: SubjectKind) {
    for _ in 1...30 {
      let subject = kind.make()
      let (ends, disposals) = (Locked(0), Locked(0))
      let subscription = subject.map { $0 }.subscribe(
        onCompleted: { ends.withLock { $0 += 1 } }, onDisposed: { disposals.withLock { $0 += 1 } })
      let isFinished = allFinish(threads: 4) { thread in
        if thread == 0 { subject.onCompleted() } else { subscription.dispose() }
      }
      let (end, disposal) = (ends.withLock { $0 }, disposals.withLock { $0 })
      #expect(isFinished)
      #expect(end <= 1)
      #expect(disposal == 1)
    }
  }

  @Test func `a relay is never read torn`() {
    let relay = BehaviorRelay(value: Wide(0))
    let torn = Locked<[Wide]>([])
    let check: @Sendable (Wide) -> Void = { value in
      if !value.isWhole { torn.withLock { $0.append(value) } }
    }
    _ = relay.subscribe(onNext: check)
    let isFinished = allFinish(threads: 4) { thread in
      for number in 1...1000 {
        if thread < 2 { relay.accept(Wide(thread * 1000 + number)) } else { check(relay.value) }
      }
    }
    let found = torn.withLock { $0 }
    #expect(isFinished)
    #expect(found == [])
  }

  @Test func `of racing terminal events sent to the observer of create one is forwarded`() {
    let (observers, ends) = (
      Locked<[AnyObserver<Int>]>([]), Locked([Int](repeating: 0, count: 2000))
    )
    for number in 0..<2000 {
      let sequence = Observable<Int>.create { observer in
        observers.withLock { $0.append(observer) }
        return Disposables.create()
      }
      _ = sequence.subscribe { event in
        if event.isStopEvent { ends.withLock { $0[number] += 1 } }
      }
    }
    let notified = observers.withLock { $0 }
    let isFinished = allFinish(threads: 4) { _ in
      for observer in notified { observer.onCompleted() }
    }
    let counts = ends.withLock { $0 }
    #expect(isFinished)
    #expect(counts == [Int](repeating: 1, count: 2000))
  }
}

/// A value of several equal words, which differ only if a read was torn.
private struct Wide: Equatable {
  let first: Int
  let second: [Int]
  let third: Int

  init(_ number: Int) { (first, second, third) = (number, [number], number) }

  var isWhole: Bool { second == [first] && third == first }
}
