import MiniRx
import TestSupport
import Testing

@Suite struct CatchTests {
  let recorder = Recorder<String>()

  @Test func `catchAndReturn emits its own value and completed instead of an error`() {
    let subject = PublishSubject<Int>()
    _ = subject.catchAndReturn(9).subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    subject.onError(TestError.boom)
    subject.onNext(2)
    #expect(recorder.entries == ["Ann next(1)", "Ann next(9)", "Ann completed"])
  }

  @Test func `catch switches to a sequence of any type, and dispose reaches it`() {
    let (source, second) = (PublishSubject<Int>(), BehaviorSubject(value: 5))
    let relay = ReplayRelay<Int>.create(bufferSize: 1)
    relay.accept(7)
    let subscription = source.catch { _ in second }.subscribe(recorder.handler("Ann"))
    _ = source.catch { _ in relay }.subscribe(recorder.handler("Bob"))
    source.onNext(1)
    source.onError(TestError.boom)
    second.onNext(6)
    subscription.dispose()
    second.onNext(9)
    let (history, hasObservers) = (recorder.entries, second.hasObservers)
    #expect(
      history == [
        "Ann next(1)", "Bob next(1)", "Ann next(5)", "Bob next(7)", "Ann next(6)",
      ])
    #expect(!hasObservers)
  }

  @Test func `catchAndReturn has no effect without an error`() {
    _ = Observable.of(1, 2).catchAndReturn(9).subscribe(recorder.handler("Ann"))
    #expect(recorder.entries == ["Ann next(1)", "Ann next(2)", "Ann completed"])
  }

  @Test func `catchAndReturn catches what a throwing operator above it throws`() {
    let subject = PublishSubject<Int>()
    let safe = subject.map { value in
      if value == 2 { throw TestError.boom }
      return value
    }.catchAndReturn(9)
    _ = safe.subscribe(recorder.handler("Ann"))
    for number in 1...3 { subject.onNext(number) }
    let (history, hasObservers) = (recorder.entries, subject.hasObservers)
    #expect(history == ["Ann next(1)", "Ann next(9)", "Ann completed"])
    #expect(!hasObservers)
  }

  @Test func `catchAndReturn does not catch errors from downstream`() {
    let subject = PublishSubject<Int>()
    let failing = subject.catchAndReturn(9).map { value in
      if value == 2 { throw TestError.boom }
      return value
    }
    _ = failing.subscribe(recorder.handler("Ann"))
    for number in 1...3 { subject.onNext(number) }
    #expect(recorder.entries == ["Ann next(1)", "Ann error(boom)"])
  }

  @Test func `the value of catchAndReturn may itself fail below`() {
    let failing = Observable<Int>.error(TestError.boom).catchAndReturn(9).map { _ -> Int in
      throw TestError.bang
    }
    _ = failing.subscribe(recorder.handler("Ann"))
    #expect(recorder.entries == ["Ann error(bang)"])
  }

  @Test func `catchErrorJustReturn is the old name of catchAndReturn`() {
    let subject = PublishSubject<Int>()
    let safe = (OldName() as any Rescue).rescue(subject.asObservable(), with: 9)
    _ = safe.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    subject.onError(TestError.boom)
    #expect(recorder.entries == ["Ann next(1)", "Ann next(9)", "Ann completed"])
  }

  @Test func `catch switches to the sequence that its handler returns for the error`() {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let safe = first.catch { [recorder] error in
      recorder.record("handler \(error)")
      return second.asObservable()
    }
    _ = safe.subscribe(recorder.handler("Ann"))
    first.onNext(1)
    second.onNext(2)
    first.onError(TestError.boom)
    second.onNext(3)
    second.onError(TestError.bang)
    #expect(recorder.entries == ["Ann next(1)", "handler boom", "Ann next(3)", "Ann error(bang)"])
  }

  @Test func `a handler that throws yields its own error`() {
    let subject = PublishSubject<Int>()
    _ = subject.catch { _ in throw TestError.bang }.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    subject.onError(TestError.boom)
    #expect(recorder.entries == ["Ann next(1)", "Ann error(bang)"])
  }

  @Test func `an error during subscribe is caught too, repeatedly`() {
    let retried = Observable<Int>.error(TestError.boom).catch { [recorder] error in
      recorder.record("first handler \(error)")
      return .error(TestError.bang)
    }.catch { [recorder] error in
      recorder.record("second handler \(error)")
      return .of(1, 2)
    }
    _ = retried.subscribe(recorder.handler("Ann"))
    #expect(
      recorder.entries == [
        "first handler boom", "second handler bang", "Ann next(1)", "Ann next(2)", "Ann completed",
      ])
  }

  @Test func `after an error during subscribe dispose reaches the second sequence`() {
    let second = PublishSubject<Int>()
    let safe = Observable<Int>.error(TestError.boom).catch { _ in second.asObservable() }
    let subscription = safe.subscribe(recorder.handler("Ann"))
    second.onNext(1)
    subscription.dispose()
    second.onNext(2)
    let (history, hasObservers) = (recorder.entries, second.hasObservers)
    #expect(history == ["Ann next(1)"])
    #expect(!hasObservers)
  }

  @Test func `an error sent from inside a callback switches in the middle of it`() {
    let subject = PublishSubject<Int>()
    _ = subject.catchAndReturn(9).subscribe(
      recorder.handler("Ann") { [recorder] event in
        guard event.element == 1 else { return }
        subject.onError(TestError.boom)
        recorder.record("Ann has failed")
      })
    subject.onNext(1)
    #expect(recorder.entries == ["Ann next(1)", "Ann next(9)", "Ann completed", "Ann has failed"])
  }

  @Test func `a handler that disposes the subscription gets its sequence disposed`() {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let ann = LateSubscription()
    let safe = first.catch { _ in
      ann.dispose()
      return second.asObservable()
    }
    ann.keep(safe.subscribe(recorder.handler("Ann")))
    first.onError(TestError.boom)
    second.onNext(1)
    let (history, hasObservers) = (recorder.entries, second.hasObservers)
    #expect(history == [])
    #expect(!hasObservers)
  }
}

/// Calls a deprecated name through a protocol, because a direct call would be an error.
private protocol Rescue {
  func rescue(_ sequence: Observable<Int>, with element: Int) -> Observable<Int>
}

private struct OldName: Rescue {
  @available(*, deprecated)
  func rescue(_ sequence: Observable<Int>, with element: Int) -> Observable<Int> {
    sequence.catchErrorJustReturn(element)
  }
}
