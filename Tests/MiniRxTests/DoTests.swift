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
      onNext: { try note("onNext \($0)") }, afterNext: { try note("afterNext \($0)") },
      onError: { try note("onError \($0)") }, afterError: { try note("afterError \($0)") },
      onCompleted: { try note("onCompleted") }, afterCompleted: { try note("afterCompleted") },
      onSubscribe: { try? note("onSubscribe") }, onSubscribed: { try? note("onSubscribed") },
      onDispose: { try? note("onDispose") })
  }

  private func subscribe(to sequence: Observable<Int>) -> any Disposable {
    sequence.subscribe(
      onNext: { [recorder] in recorder.record("Ann next \($0)") },
      onError: { [recorder] in recorder.record("Ann error \($0)") },
      onCompleted: { [recorder] in recorder.record("Ann completed") },
      onDisposed: { [recorder] in recorder.record("Ann disposed") })
  }

  @Test(arguments: TerminalEvent.allCases)
  func `the closures of do run around the subscriber in their order`(ending: TerminalEvent) {
    let subject = PublishSubject<Int>()
    _ = subscribe(to: watch(subject))
    subject.onNext(1)
    subject.on(ending.event())
    let history = recorder.entries
    let end =
      switch ending {
      case .completed: ["onCompleted", "Ann completed", "Ann disposed", "afterCompleted"]
      case .error: ["onError boom", "Ann error boom", "Ann disposed", "afterError boom"]
      }
    #expect(
      history == ["onSubscribe", "onSubscribed", "onNext 1", "Ann next 1", "afterNext 1"] + end + [
        "onDispose"
      ])
  }

  @Test func `the closures of do run in their order for a sequence that ends at once`() {
    _ = subscribe(to: watch(Observable.just(1)))
    #expect(
      recorder.entries == [
        "onSubscribe", "onNext 1", "Ann next 1", "afterNext 1", "onCompleted", "Ann completed",
        "Ann disposed", "afterCompleted", "onSubscribed", "onDispose",
      ])
  }

  @Test func `on an explicit dispose onDispose runs once, before the subscriber's onDisposed`() {
    let subject = PublishSubject<Int>()
    let subscription = subscribe(to: watch(subject))
    subscription.dispose()
    subscription.dispose()
    subject.onNext(1)
    #expect(recorder.entries == ["onSubscribe", "onSubscribed", "onDispose", "Ann disposed"])
  }

  @Test func `two do run from the outside in, and clean up from the top`() {
    let subject = PublishSubject<Int>()
    let inner = subject.do(
      onNext: { [recorder] in recorder.record("upper \($0)") },
      onDispose: { [recorder] in recorder.record("upper clean-up") })
    let subscription = subscribe(
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

  @Test(arguments: ["onNext 1", "afterNext 1"])
  func `a throw at a value ends the sequence with that error`(failing: String) {
    let subject = PublishSubject<Int>()
    _ = subscribe(to: watch(subject, failing: failing))
    subject.onNext(1)
    let hasObservers = subject.hasObservers
    subject.onNext(2)
    #expect(
      recorder.entries == ["onSubscribe", "onSubscribed", "onNext 1"]
        + (failing == "onNext 1" ? [] : ["Ann next 1", "afterNext 1"])
        + ["Ann error bang", "Ann disposed", "onDispose"])
    #expect(!hasObservers)
  }

  @Test(arguments: TerminalEvent.allCases)
  func `a throw before the end replaces it`(ending: TerminalEvent) {
    let failing = ending == .completed ? "onCompleted" : "onError boom"
    let subject = PublishSubject<Int>()
    _ = subscribe(to: watch(subject, failing: failing))
    subject.on(ending.event())
    #expect(
      recorder.entries == [
        "onSubscribe", "onSubscribed", failing, "Ann error bang", "Ann disposed", "onDispose",
      ])
  }

  @Test(arguments: TerminalEvent.allCases)
  func `a throw after the end has no effect`(ending: TerminalEvent) {
    let failing = ending == .completed ? "afterCompleted" : "afterError boom"
    let subject = PublishSubject<Int>()
    _ = watch(subject, failing: failing).subscribe(recorder.handler("Ann"))
    subject.on(ending.event())
    #expect(
      recorder.entries == [
        "onSubscribe", "onSubscribed", ending == .completed ? "onCompleted" : "onError boom",
        "Ann \(ending.event())", failing, "onDispose",
      ])
  }

  @Test func `do is depth first when the subscriber sends again`() {
    let subject = PublishSubject<Int>()
    let watched = subject.do(
      onNext: { [recorder] in recorder.record("before \($0)") },
      afterNext: { [recorder] in recorder.record("after \($0)") })
    _ = watched.subscribe(recorder.handler("Ann") { if $0.element == 1 { subject.onNext(2) } })
    subject.onNext(1)
    #expect(
      recorder.entries == [
        "before 1", "Ann next(1)", "before 2", "Ann next(2)", "after 2", "after 1",
      ])
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
