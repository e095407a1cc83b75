import MiniRx
import TestSupport
import Testing

@Suite struct DoTests {
  let recorder = Recorder<String>()

  /// Applies `do` with all of its closures, which record their calls. The given one throws.
  private func watch(_ source: some ObservableType<Int>, failing: String = "") -> Observable<Int> {
    let note = { @Sendable [recorder] (line: String) throws in
      recorder.record(line)
      if line == failing { throw TestError.bang }
    }
    return source.do(
      onNext: { try note("onNext \($0)") }, onError: { try note("onError \($0)") },
      onCompleted: { try note("onCompleted") }, onSubscribe: { try? note("onSubscribe") },
      onDispose: { try? note("onDispose") })
  }

  @Test(arguments: TerminalEvent.allCases)
  func `the closures of do run around the subscriber in their order`(ending: TerminalEvent) {
    let subject = PublishSubject<Int>()
    _ = recorder.subscribe(to: watch(subject))
    subject.onNext(1)
    subject.on(ending.event())
    #expect(
      recorder.entries == [
        "onSubscribe", "onNext 1", "Ann next 1",
        ending == .completed ? "onCompleted" : "onError boom", ending.closure, "Ann disposed",
        "onDispose",
      ])
  }

  @Test func `two do run from the outside in, and clean up from the top`() {
    let subject = PublishSubject<Int>()
    let inner = subject.do(
      onNext: { [recorder] in recorder.record("upper \($0)") },
      onDispose: { [recorder] in recorder.record("upper clean-up") })
    let subscription = recorder.subscribe(
      to: inner.do(
        onNext: { [recorder] in recorder.record("lower \($0)") },
        onDispose: { [recorder] in recorder.record("lower clean-up") }))
    subject.onNext(1)
    subscription.dispose()
    #expect(
      recorder.entries == [
        "upper 1", "lower 1", "Ann next 1", "upper clean-up", "lower clean-up", "Ann disposed",
      ])
  }

  @Test(arguments: ["onNext 1", "onCompleted", "onError boom"])
  func `a throw replaces the event and ends the sequence with that error`(failing: String) {
    let subject = PublishSubject<Int>()
    _ = recorder.subscribe(to: watch(subject, failing: failing))
    switch failing {
    case "onNext 1": subject.onNext(1)
    case "onCompleted": subject.onCompleted()
    default: subject.onError(TestError.boom)
    }
    let hasObservers = subject.hasObservers
    subject.onNext(2)
    #expect(
      recorder.entries == ["onSubscribe", failing, "Ann error bang", "Ann disposed", "onDispose"])
    #expect(!hasObservers)
  }

  @Test(arguments: TerminalEvent.allCases)
  func `a subscriber that is disposed by do receives neither the event nor the end`(
    ending: TerminalEvent
  ) {
    for isAtEnd in [false, true] {
      let recorder = Recorder<String>()
      let subject = PublishSubject<Int>()
      let ann = LateSubscription()
      let watched = subject.do(
        onNext: { _ in if !isAtEnd { ann.dispose() } },
        onError: { _ in ann.dispose() }, onCompleted: { ann.dispose() },
        onDispose: { recorder.record("clean-up") })
      ann.keep(watched.subscribe(recorder.handler("Ann")))
      subject.onNext(1)
      subject.on(ending.event())
      #expect(recorder.entries == (isAtEnd ? ["Ann next(1)"] : []) + ["clean-up"])
    }
  }
}

@Suite struct CatchTests {
  let recorder = Recorder<String>()

  @Test func `catchAndReturn emits its own value and completed instead of an error`() {
    let subject = PublishSubject<Int>()
    let old = (OldName() as any Rescue).rescue(subject.asObservable(), with: 8)
    _ = subject.catchAndReturn(9).subscribe(recorder.handler("Ann"))
    _ = old.subscribe(recorder.handler("old name"))
    subject.onNext(1)
    subject.onError(TestError.boom)
    subject.onNext(2)
    #expect(
      recorder.entries == [
        "Ann next(1)", "old name next(1)", "Ann next(9)", "Ann completed", "old name next(8)",
        "old name completed",
      ])
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
    #expect(
      recorder.entries == [
        "Ann next(1)", "Bob next(1)", "Ann next(5)", "Bob next(7)", "Ann next(6)",
      ])
    #expect(!second.hasObservers)
  }

  @Test func `catchAndReturn catches what a throwing operator above it throws`() {
    let subject = PublishSubject<Int>()
    let safe = subject.map { value in
      if value == 2 { throw TestError.boom }
      return value
    }.catchAndReturn(9)
    _ = safe.subscribe(recorder.handler("Ann"))
    for number in 1...3 { subject.onNext(number) }
    #expect(recorder.entries == ["Ann next(1)", "Ann next(9)", "Ann completed"])
    #expect(!subject.hasObservers)
  }

  @Test(arguments: [2, 9])
  func `catchAndReturn does not catch errors from downstream`(failing: Int) {
    let subject = PublishSubject<Int>()
    let sequence = subject.catchAndReturn(9).map { value in
      if value == failing { throw TestError.bang }
      return value
    }
    _ = sequence.subscribe(recorder.handler("Ann"))
    for number in 1...2 { subject.onNext(number) }
    subject.onError(TestError.boom)
    #expect(
      recorder.entries == ["Ann next(1)"] + (failing == 9 ? ["Ann next(2)"] : [])
        + ["Ann error(bang)"])
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
    #expect(recorder.entries == [])
    #expect(!second.hasObservers)
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
