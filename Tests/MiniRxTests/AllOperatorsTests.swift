import MiniRx
import TestSupport
import Testing

@Suite struct AllOperatorsTests {
  let recorder = Recorder<String>()

  @Test(arguments: PassThrough.allCases)
  func `a sequence that ends during subscribe is forwarded completely`(op: PassThrough) {
    let sources: [(Observable<Int>, values: [String], end: String)] = [
      (.just(1), ["next(1)"], "completed"), (.of(1, 2), ["next(1)", "next(2)"], "completed"),
      (.from([1, 2, 3]), ["next(1)", "next(2)", "next(3)"], "completed"),
      (.empty(), [], "completed"), (.error(TestError.boom), [], "error(boom)"),
    ]
    for (source, values, end) in sources {
      let recorder = Recorder<String>()
      let cleaned = source.do(onDispose: { recorder.record("clean-up") })
      let subscription = op(cleaned).subscribe { recorder.record("\($0)") }
      recorder.record("subscribed")
      subscription.dispose()
      let history = recorder.entries
      let isOverEarly = op.isInner && end == "completed"
      #expect(
        history == values + (isOverEarly ? ["clean-up", end] : [end, "clean-up"]) + ["subscribed"])
    }
  }

  @Test(arguments: PassThrough.allCases)
  func `a sequence that never sends is forwarded too, and disposed`(op: PassThrough) {
    let never = Observable<Int>.never().do(onDispose: { [recorder] in recorder.record("clean-up") })
    let subscription = op(never).subscribe(recorder.handler("Ann"))
    recorder.record("subscribed")
    subscription.dispose()
    subscription.dispose()
    #expect(recorder.entries == ["subscribed", "clean-up"])
  }

  @Test(arguments: PassThrough.allCases)
  func `an operator has no effect until a subscription, and then one for each`(op: PassThrough) {
    let source = Observable<Int>.create { [recorder] observer in
      recorder.record("made")
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create()
    }
    let sequence = op(source)
    recorder.record("not subscribed")
    for name in ["Ann", "Bob"] { _ = sequence.subscribe(recorder.handler(name)) }
    #expect(
      recorder.entries == [
        "not subscribed", "made", "Ann next(1)", "Ann completed",
        "made", "Bob next(1)", "Bob completed",
      ])
  }

  @Test(arguments: PassThrough.allCases)
  func `an event sent from inside an observer passes every operator`(op: PassThrough) {
    let subject = PublishSubject<Int>()
    let sequence = op(subject)
    for name in ["Ann", "Bob"] {
      _ = sequence.subscribe(
        recorder.handler(name) { [recorder] event in
          guard name == "Ann", event.element == 1 else { return }
          subject.onNext(2)
          recorder.record("Ann has sent 2")
        })
    }
    subject.onNext(1)
    #expect(
      recorder.entries
        == (op.queues
          ? ["Ann next(1)", "Bob next(2)", "Ann has sent 2", "Ann next(2)", "Bob next(1)"]
          : ["Ann next(1)", "Ann next(2)", "Bob next(2)", "Ann has sent 2", "Bob next(1)"]))
  }

  @Test(arguments: PassThrough.allCases, TerminalEvent.allCases)
  func `a terminal event sent from inside a callback is the last event below every operator`(
    op: PassThrough, ending: TerminalEvent
  ) {
    let subject = PublishSubject<Int>()
    let sequence = op(subject)
    for name in ["Ann", "Bob"] {
      _ = sequence.subscribe(
        recorder.handler(name) { if $0.element == 1 { subject.on(ending.event()) } })
    }
    subject.onNext(1)
    subject.onNext(2)
    let history = recorder.entries
    // The inner sequence of 1 has not completed when it sends its value.
    let isLate = op.queues || (op == .flatMapLatest && ending == .completed)
    let ends = ["Ann \(ending.event())", "Bob \(ending.event())"]
    #expect(history == ["Ann next(1)"] + (isLate ? ends.reversed() : ends))
  }

  @Test(arguments: PassThrough.allCases, PassThrough.allCases)
  func `after dispose in a callback nothing passes two operators`(
    upper: PassThrough, lower: PassThrough
  ) {
    let subject = PublishSubject<Int>()
    let subscription = LateSubscription()
    subscription.keep(
      lower(upper(subject)).subscribe(
        recorder.handler("Ann") { event in
          subscription.dispose()
          subject.onNext(2)
        }))
    subject.onNext(1)
    subject.onNext(3)
    subject.onCompleted()
    #expect(recorder.entries == ["Ann next(1)"])
    #expect(!subject.hasObservers)
  }

  @Test(arguments: PassThrough.allCases)
  func `after dispose above an operator the event in flight stops there`(op: PassThrough) {
    let subject = PublishSubject<Int>()
    let subscription = LateSubscription()
    let disposing = subject.do(onNext: { if $0 == 2 { subscription.dispose() } })
    subscription.keep(op(disposing).subscribe(recorder.handler("Ann")))
    for number in 1...3 { subject.onNext(number) }
    #expect(recorder.entries == ["Ann next(1)"])
  }

  @Test(arguments: PassThrough.allCases)
  func `a failure downstream of an operator disposes everything upstream at once`(op: PassThrough) {
    let subject = PublishSubject<Int>()
    let failing = op(subject).map { value in
      if value == 2 { throw TestError.boom }
      return value
    }
    _ = failing.subscribe(recorder.handler("Ann"))
    for number in 1...2 { subject.onNext(number) }
    let hasObservers = subject.hasObservers
    subject.onNext(3)
    #expect(recorder.entries == ["Ann next(1)", "Ann error(boom)"])
    #expect(!hasObservers)
  }

  @Test(arguments: PassThrough.allCases)
  func `a failure during subscription disposes everything upstream`(op: PassThrough) {
    let subject = BehaviorSubject(value: 1)
    let failing = op(subject).map { value in
      subject.onNext(value + 1)
      throw TestError.boom
    }
    _ = failing.subscribe(recorder.handler("Ann"))
    #expect(recorder.entries == ["Ann error(boom)"])
    #expect(!subject.hasObservers)
  }
}
