import MiniRx
import Testing

/// `startWith` and `distinctUntilChanged`.
@Suite struct StartAndDistinctTests {
  let recorder = Recorder()
  let subject = PublishSubject<Int>()

  @Test(arguments: Ending.allCases)
  func `startWith gives its values first, to each subscriber`(ending: Ending) {
    let started = subject.startWith(8, 9)
    _ = started.subscribe(recorder.hear("Ann"))
    subject.onNext(1)
    _ = started.subscribe(recorder.hear("Bob"))
    subject.on(ending.event())
    let history = recorder.history
    #expect(
      history == [
        "Ann next(8)", "Ann next(9)", "Ann next(1)", "Bob next(8)", "Bob next(9)",
        "Ann \(ending.event())", "Bob \(ending.event())",
      ])
  }

  @Test func `startWith before a sequence that ends at once`() {
    _ = Observable.of(1, 2).startWith(0).subscribe(recorder.hear("Ann"))
    _ = Observable.empty().startWith(0).subscribe(recorder.hear("Bob"))
    _ = Observable.error(Mishap.boom).startWith(0).subscribe(recorder.hear("Cid"))
    _ = Observable.never().startWith(0).subscribe(recorder.hear("Dan"))
    let history = recorder.history
    #expect(
      history == [
        "Ann next(0)", "Ann next(1)", "Ann next(2)", "Ann completed", "Bob next(0)",
        "Bob completed", "Cid next(0)", "Cid error(boom)", "Dan next(0)",
      ])
  }

  @Test func `what a callback sends during startWith is missed like anything before`() {
    _ = subject.startWith(1).subscribe(
      recorder.hear("Ann") { [subject] event in if event.element == 1 { subject.onNext(2) } })
    subject.onNext(3)
    let history = recorder.history
    #expect(history == ["Ann next(1)", "Ann next(3)"])
  }

  // 40
  @Test func `a failure below startWith ends the subscription before the source is heard`() {
    let behavior = BehaviorSubject(value: 1)
    let failing = behavior.startWith(8, 9).map { value -> Int in
      if value == 9 { throw Mishap.boom }
      return value
    }
    _ = failing.subscribe(recorder.hear("Ann"))
    let (history, hasObservers) = (recorder.history, behavior.hasObservers)
    #expect(history == ["Ann next(8)", "Ann error(boom)"])
    #expect(!hasObservers)
  }

  @Test func `distinctUntilChanged drops what equals the one before, for each subscriber`() {
    let distinct = subject.distinctUntilChanged()
    _ = distinct.subscribe(recorder.hear("Ann"))
    for number in [1, 1, 2] { subject.onNext(number) }
    _ = distinct.subscribe(recorder.hear("Bob"))
    for number in [2, 2, 1] { subject.onNext(number) }
    subject.onCompleted()
    let history = recorder.history
    #expect(
      history == [
        "Ann next(1)", "Ann next(2)", "Bob next(2)", "Ann next(1)", "Bob next(1)",
        "Ann completed", "Bob completed",
      ])
  }

  @Test func `distinctUntilChanged takes nil for an ordinary value`() {
    _ = Observable<Int?>.of(nil, nil, 1, 1, nil).distinctUntilChanged().subscribe(
      recorder.hear("Ann"))
    let history = recorder.history
    #expect(
      history == ["Ann next(nil)", "Ann next(Optional(1))", "Ann next(nil)", "Ann completed"])
  }

  @Test func `distinctUntilChanged with a key compares the keys`() {
    _ = Observable.of("Ann", "Amy", "Bob", "Ben", "Abe").distinctUntilChanged { $0.first }
      .subscribe(recorder.hear("name"))
    let history = recorder.history
    #expect(history == ["name next(Ann)", "name next(Bob)", "name next(Abe)", "name completed"])
  }

  // 40
  @Test func `a key that throws ends the sequence with that error`() {
    let failing = subject.distinctUntilChanged { value in
      if value == 2 { throw Mishap.boom }
      return value
    }
    _ = failing.subscribe(recorder.hear("Ann"))
    for number in 1...3 { subject.onNext(number) }
    let (history, hasObservers) = (recorder.history, subject.hasObservers)
    #expect(history == ["Ann next(1)", "Ann error(boom)"])
    #expect(!hasObservers)
  }

  // 24
  @Test func `distinctUntilChanged compares with what was sent from inside the callback`() {
    _ = subject.distinctUntilChanged().subscribe(
      recorder.hear("Ann") { [subject] event in
        if event.element == 1 { for number in [1, 2, 2] { subject.onNext(number) } }
      })
    for number in [1, 2, 1] { subject.onNext(number) }
    let history = recorder.history
    #expect(
      history == [
        "Ann next(1)", "Ann next(2)", "Ann next(1)", "Ann next(2)",
      ])
  }
}
