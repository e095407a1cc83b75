import Concurrency
import MiniRx
import TestSupport
import Testing

@Suite struct ReentrancyTests {
  let recorder = Recorder<String>()

  @Test(arguments: SubjectKind.allCases)
  func `sending from inside an observer is depth first, even a thousand times`(kind: SubjectKind) {
    let subject = kind.make()
    let isFinished = finishes { [recorder] in
      _ = subject.subscribe(
        recorder.handler("Ann") { event in
          guard let level = event.element, level > 0, level < 1000 else { return }
          subject.onNext(level + 1)
        })
      _ = subject.subscribe(recorder.handler("Bob"))
      subject.onNext(1)
    }
    #expect(isFinished)
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob") + (1...1000).map { "Ann next(\($0))" }
        + (1...1000).reversed().map { "Bob next(\($0))" })
  }

  @Test(arguments: SubjectKind.allCases)
  func `a subscriber that arrives during an event receives it at most once`(kind: SubjectKind) {
    let subject = kind.make()
    _ = subject.subscribe(
      recorder.handler("Ann") { [recorder] event in
        if event.element == 1 { _ = subject.subscribe(recorder.handler("Bob")) }
      })
    _ = subject.subscribe(recorder.handler("Cid"))
    subject.onNext(1)
    subject.onNext(2)
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Cid") + ["Ann next(1)"]
        + (kind == .publish ? [] : ["Bob next(1)"]) + [
          "Cid next(1)", "Ann next(2)", "Cid next(2)", "Bob next(2)",
        ])
  }

  @Test(arguments: SubjectKind.allCases)
  func `an observer that disposes itself in a callback receives nothing more`(kind: SubjectKind) {
    let subject = kind.make()
    let ann = LateSubscription()
    ann.keep(
      subject.subscribe(
        recorder.handler("Ann") { event in
          guard event.element == 1 else { return }
          ann.dispose()
          subject.onNext(2)
        }))
    _ = subject.subscribe(recorder.handler("Bob"))
    subject.onNext(1)
    subject.onCompleted()
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob") + [
        "Ann next(1)", "Bob next(2)", "Bob next(1)", "Bob completed",
      ])
  }

  @Test(arguments: SubjectKind.allCases)
  func `after the subject is disposed in a callback nothing is delivered`(kind: SubjectKind) {
    let subject = kind.make()
    _ = subject.subscribe(recorder.handler("Ann") { if $0.element == 1 { subject.dispose() } })
    _ = subject.subscribe(recorder.handler("Bob"))
    subject.onNext(1)
    subject.onNext(2)
    subject.onCompleted()
    #expect(recorder.entries == kind.greetings(to: "Ann", "Bob") + ["Ann next(1)"])
  }

  @Test func `after the subject is disposed in a replay nothing follows`() {
    let subject = ReplaySubject<Int>.createUnbounded()
    for number in 1...3 { subject.onNext(number) }
    _ = subject.subscribe(
      recorder.handler("Ann") { event in
        subject.onNext(4)
        if event.element == 2 { subject.dispose() }
      })
    #expect(recorder.entries == ["Ann next(1)", "Ann next(2)"])
    #expect(!subject.hasObservers)
  }

  @Test(arguments: SubjectKind.allCases)
  func `after the bag is released in a callback nothing is delivered`(kind: SubjectKind) {
    let subject = kind.make()
    let bag = Locked<DisposeBag?>(DisposeBag())
    let letGo = recorder.handler("Ann") { (event: Event<Int>) in
      if event.element == 1 { _ = bag.withLock { $0.take() } }
    }
    let subscriptions = [subject.subscribe(letGo), subject.subscribe(recorder.handler("Bob"))]
    for subscription in subscriptions { bag.withLock { $0 }?.insert(subscription) }
    subject.onNext(1)
    subject.onNext(2)
    #expect(recorder.entries == kind.greetings(to: "Ann", "Bob") + ["Ann next(1)"])
    #expect(!subject.hasObservers)
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `no observer receives a next after a terminal event sent from inside a callback`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    _ = subject.subscribe(
      recorder.handler("Ann") { if $0.element == 1 { subject.on(ending.event()) } })
    _ = subject.subscribe(recorder.handler("Bob"))
    subject.onNext(1)
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob") + [
        "Ann next(1)", "Ann \(ending.event())", "Bob \(ending.event())",
      ])
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `a next from inside the terminal event is ignored, and so is a second terminal event`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    _ = subject.subscribe(
      recorder.handler("Ann") { event in
        guard event.isStopEvent else { return }
        subject.onNext(1)
        subject.onError(TestError.bang)
        subject.onCompleted()
      })
    _ = subject.subscribe(recorder.handler("Bob"))
    subject.on(ending.event())
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob") + [
        "Ann \(ending.event())", "Bob \(ending.event())",
      ])
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `a subscriber that arrives during the terminal event receives it`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    _ = subject.subscribe(
      recorder.handler("Ann") { [recorder] event in
        if event.isStopEvent { _ = subject.subscribe(recorder.handler("Cid")) }
      })
    _ = subject.subscribe(recorder.handler("Bob"))
    subject.on(ending.event())
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob") + [
        "Ann \(ending.event())", "Cid \(ending.event())", "Bob \(ending.event())",
      ])
  }
}

@Suite struct SubscriptionOrderTests {
  let recorder = Recorder<String>()

  @Test(arguments: SubjectKind.allCases)
  func `the order stays when some observers are removed and others added`(kind: SubjectKind) {
    let subject = kind.make()
    let received = Locked<[Int]>([])
    var present: [(number: Int, subscription: any Disposable)] = []
    for (round, leaving) in [2, 3, 5, 2, 7, 1, 4].enumerated() {
      for number in (round * 50)..<(round * 50 + 50) {
        let subscription = subject.subscribe { _ in received.withLock { $0.append(number) } }
        present.append((number, subscription))
      }
      for (index, observer) in present.enumerated() where index.isMultiple(of: leaving) {
        observer.subscription.dispose()
      }
      present = present.enumerated().filter { !$0.offset.isMultiple(of: leaving) }.map(\.element)
      received.withLock { $0 = [] }
      subject.onNext(1)
      let (order, hasObservers) = (received.withLock { $0 }, subject.hasObservers)
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

  @Test(arguments: SubjectKind.allCases, [Event<Int>.next(1), .completed, .error(TestError.boom)])
  func `a disposed observer does not receive the event in flight`(
    kind: SubjectKind, event: Event<Int>
  ) {
    let subject = kind.make()
    let bob = LateSubscription()
    _ = subject.subscribe(recorder.handler("Ann") { if $0.element != 0 { bob.dispose() } })
    bob.keep(subject.subscribe(recorder.handler("Bob")))
    _ = subject.subscribe(recorder.handler("Cid"))
    subject.on(event)
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob", "Cid") + [
        "Ann \(event)", "Cid \(event)",
      ])
  }
}
