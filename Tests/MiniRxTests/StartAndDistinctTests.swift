import MiniRx
import TestSupport
import Testing

/// `startWith` and `distinctUntilChanged`.
@Suite struct StartAndDistinctTests {
  let recorder = Recorder<String>()
  let subject = PublishSubject<Int>()

  @Test(arguments: TerminalEvent.allCases)
  func `startWith gives its values first, to each subscriber`(ending: TerminalEvent) {
    let started = subject.startWith(8, 9)
    _ = started.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    _ = started.subscribe(recorder.handler("Bob"))
    subject.on(ending.event())
    #expect(
      recorder.entries == [
        "Ann next(8)", "Ann next(9)", "Ann next(1)", "Bob next(8)", "Bob next(9)",
        "Ann \(ending.event())", "Bob \(ending.event())",
      ])
  }

  @Test func `startWith before a sequence that ends at once`() {
    _ = Observable.of(1, 2).startWith(0).subscribe(recorder.handler("Ann"))
    _ = Observable.empty().startWith(0).subscribe(recorder.handler("Bob"))
    _ = Observable.error(TestError.boom).startWith(0).subscribe(recorder.handler("Cid"))
    _ = Observable.never().startWith(0).subscribe(recorder.handler("Dan"))
    #expect(
      recorder.entries == [
        "Ann next(0)", "Ann next(1)", "Ann next(2)", "Ann completed", "Bob next(0)",
        "Bob completed", "Cid next(0)", "Cid error(boom)", "Dan next(0)",
      ])
  }

  @Test func `a value that a callback sends during startWith is missed`() {
    _ = subject.startWith(1).subscribe(
      recorder.handler("Ann") { [subject] event in if event.element == 1 { subject.onNext(2) } })
    subject.onNext(3)
    #expect(recorder.entries == ["Ann next(1)", "Ann next(3)"])
  }

  @Test func `a failure downstream of startWith ends the subscription before the source sends`() {
    let behavior = BehaviorSubject(value: 1)
    let failing = behavior.startWith(8, 9).map { value -> Int in
      if value == 9 { throw TestError.boom }
      return value
    }
    _ = failing.subscribe(recorder.handler("Ann"))
    let (history, hasObservers) = (recorder.entries, behavior.hasObservers)
    #expect(history == ["Ann next(8)", "Ann error(boom)"])
    #expect(!hasObservers)
  }

  @Test func `distinctUntilChanged drops repeated values, for each subscriber`() {
    let distinct = subject.distinctUntilChanged()
    _ = distinct.subscribe(recorder.handler("Ann"))
    for number in [1, 1, 2] { subject.onNext(number) }
    _ = distinct.subscribe(recorder.handler("Bob"))
    for number in [2, 2, 1] { subject.onNext(number) }
    subject.onCompleted()
    #expect(
      recorder.entries == [
        "Ann next(1)", "Ann next(2)", "Bob next(2)", "Ann next(1)", "Bob next(1)",
        "Ann completed", "Bob completed",
      ])
  }

  @Test func `distinctUntilChanged treats nil as an ordinary value`() {
    _ = Observable<Int?>.of(nil, nil, 1, 1, nil).distinctUntilChanged().subscribe(
      recorder.handler("Ann"))
    #expect(
      recorder.entries == [
        "Ann next(nil)", "Ann next(Optional(1))", "Ann next(nil)", "Ann completed",
      ])
  }

  @Test func `distinctUntilChanged with a key compares the keys`() {
    _ = Observable.of("Ann", "Amy", "Bob", "Ben", "Abe").distinctUntilChanged { $0.first }
      .subscribe(recorder.handler("name"))
    #expect(
      recorder.entries == ["name next(Ann)", "name next(Bob)", "name next(Abe)", "name completed"])
  }

  @Test func `a key that throws ends the sequence with that error`() {
    let failing = subject.distinctUntilChanged { value in
      if value == 2 { throw TestError.boom }
      return value
    }
    _ = failing.subscribe(recorder.handler("Ann"))
    for number in 1...3 { subject.onNext(number) }
    let (history, hasObservers) = (recorder.entries, subject.hasObservers)
    #expect(history == ["Ann next(1)", "Ann error(boom)"])
    #expect(!hasObservers)
  }

  @Test func `distinctUntilChanged compares with what was sent from inside the callback`() {
    _ = subject.distinctUntilChanged().subscribe(
      recorder.handler("Ann") { [subject] event in
        if event.element == 1 { for number in [1, 2, 2] { subject.onNext(number) } }
      })
    for number in [1, 2, 1] { subject.onNext(number) }
    #expect(
      recorder.entries == [
        "Ann next(1)", "Ann next(2)", "Ann next(1)", "Ann next(2)",
      ])
  }
}
