import Concurrency
import MiniRx
import TestSupport
import Testing

@Suite struct SubscriptionOrderTests {
  let recorder = Recorder<String>()

  @Test(arguments: SubjectKind.allCases)
  func `the order stays when some observers are removed and others added`(kind: SubjectKind) {
    let subject = kind.make()
    let heard = Locked<[Int]>([])
    var present: [(number: Int, subscription: any Disposable)] = []
    for (round, leaving) in [2, 3, 5, 2, 7, 1, 4].enumerated() {
      for number in (round * 50)..<(round * 50 + 50) {
        let subscription = subject.subscribe { _ in heard.withLock { $0.append(number) } }
        present.append((number, subscription))
      }
      let (gone, stayed) = (0..<present.count).split { $0.isMultiple(of: leaving) }
      for index in gone { present[index].subscription.dispose() }
      present = stayed.map { present[$0] }
      heard.withLock { $0 = [] }
      subject.onNext(1)
      let (order, hasObservers) = (heard.withLock { $0 }, subject.hasObservers)
      #expect(order == present.map(\.number))
      #expect(hasObservers == !present.isEmpty)
    }
  }

  @Test func `an observer that subscribes during the replay of another comes after it`() {
    let subject = BehaviorSubject(value: 0)
    _ = subject.subscribe(
      recorder.handler("Ann") { [recorder] event in
        if event.element == 0 { _ = subject.subscribe(recorder.handler("Bob")) }
      })
    subject.onNext(1)
    #expect(recorder.entries == ["Ann next(0)", "Bob next(0)", "Ann next(1)", "Bob next(1)"])
  }

  @Test(arguments: SubjectKind.allCases)
  func `a disposed observer does not receive the event in flight`(kind: SubjectKind) {
    let subject = kind.make()
    let bob = LateSubscription()
    _ = subject.subscribe(recorder.handler("Ann") { if $0.element == 1 { bob.dispose() } })
    bob.keep(subject.subscribe(recorder.handler("Bob")))
    _ = subject.subscribe(recorder.handler("Cid"))
    subject.onNext(1)
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob", "Cid") + ["Ann next(1)", "Cid next(1)"])
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `a disposed observer does not receive the end in flight`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    let bob = LateSubscription()
    _ = subject.subscribe(recorder.handler("Ann") { if $0.isStopEvent { bob.dispose() } })
    bob.keep(subject.subscribe(recorder.handler("Bob")))
    subject.on(ending.event())
    #expect(recorder.entries == kind.greetings(to: "Ann", "Bob") + ["Ann \(ending.event())"])
  }

  @Test func `an observer that is disposed during its replay does not receive pending events`() {
    let subject = BehaviorSubject(value: 0)
    let failing = subject.map { value in
      subject.onNext(value + 1)
      throw TestError.boom
    }
    _ = failing.subscribe(recorder.handler("Ann"))
    let (history, hasObservers) = (recorder.entries, subject.hasObservers)
    #expect(history == ["Ann error(boom)"])
    #expect(!hasObservers)
  }
}

extension Range<Int> {
  fileprivate func split(_ isFirst: (Int) -> Bool) -> (first: [Int], second: [Int]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
