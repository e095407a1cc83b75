import MiniRx
import Testing

@Suite struct SubscribingTests {
  let recorder = Recorder()

  /// All four closures, each recording itself.
  private func subscribe(to sequence: some ObservableType<Int>) -> any Disposable {
    sequence.subscribe(
      onNext: { [recorder] in recorder.record("onNext \($0)") },
      onError: { [recorder] in recorder.record("onError \($0)") },
      onCompleted: { [recorder] in recorder.record("onCompleted") },
      onDisposed: { [recorder] in recorder.record("onDisposed") })
  }

  // 30
  @Test(arguments: Ending.allCases)
  func `subscribe takes closures, a closure of events or an observer`(ending: Ending) {
    let subject = PublishSubject<Int>()
    _ = subscribe(to: subject)
    _ = subject.subscribe { [recorder] event in recorder.record("event \(event)") }
    _ = subject.subscribe(AnyObserver(eventHandler: recorder.hear("observer")))
    subject.onNext(1)
    subject.on(ending.event())
    let history = recorder.history
    #expect(
      history == [
        "onNext 1", "event next(1)", "observer next(1)",
        ending == .completed ? "onCompleted" : "onError boom", "onDisposed",
        "event \(ending.event())", "observer \(ending.event())",
      ])
  }

  // 30
  @Test(arguments: Ending.allCases)
  func `every closure of subscribe is optional`(ending: Ending) {
    let subject = PublishSubject<Int>()
    _ = subject.subscribe()
    _ = subject.subscribe(onNext: { [recorder] in recorder.record("onNext \($0)") })
    _ = subject.subscribe(onError: { [recorder] in recorder.record("onError \($0)") })
    _ = subject.subscribe(onCompleted: { [recorder] in recorder.record("onCompleted") })
    _ = subject.subscribe(onDisposed: { [recorder] in recorder.record("onDisposed") })
    subject.onNext(1)
    subject.on(ending.event())
    let history = recorder.history
    #expect(
      history == [
        "onNext 1", ending == .completed ? "onCompleted" : "onError boom", "onDisposed",
      ])
  }

  // 31
  @Test(arguments: SubjectKind.allCases, Ending.allCases)
  func `at the end come the terminal callback, onDisposed, then the clean-up above`(
    kind: SubjectKind, ending: Ending
  ) {
    let subject = kind.make()
    let subscription = subscribe(
      to: subject.filter { $0 > 0 }.do(onDispose: { [recorder] in recorder.record("clean-up") }))
    subject.onNext(1)
    subject.on(ending.event())
    subscription.dispose()
    let history = recorder.history
    #expect(
      history == [
        "onNext 1", ending == .completed ? "onCompleted" : "onError boom", "onDisposed", "clean-up",
      ])
  }

  // 31
  @Test(arguments: SubjectKind.allCases)
  func `on an explicit dispose the clean-up above comes before onDisposed`(kind: SubjectKind) {
    let subject = kind.make()
    let subscription = subscribe(
      to: subject.filter { $0 > 0 }.do(onDispose: { [recorder] in recorder.record("clean-up") }))
    subject.onNext(1)
    subscription.dispose()
    subscription.dispose()
    subject.onNext(2)
    subject.onCompleted()
    let history = recorder.history
    #expect(history == ["onNext 1", "clean-up", "onDisposed"])
  }

  // 31
  @Test(arguments: SubjectKind.allCases)
  func `onDisposed runs once when a callback disposes, at a value and at the end`(
    kind: SubjectKind
  ) {
    for trigger in ["onNext 1", "onCompleted", "onDisposed"] {
      let recorder = Recorder()
      let subject = kind.make()
      let subscription = LateSubscription()
      let record: @Sendable (String) -> Void = { line in
        recorder.record(line)
        if line == trigger { subscription.dispose() }
      }
      subscription.keep(
        subject.filter { $0 > 0 }.subscribe(
          onNext: { record("onNext \($0)") }, onCompleted: { record("onCompleted") },
          onDisposed: { record("onDisposed") }))
      subject.onNext(1)
      subject.onCompleted()
      let history = recorder.history
      #expect(
        history == ["onNext 1"] + (trigger == "onNext 1" ? [] : ["onCompleted"]) + ["onDisposed"],
        "disposed in \(trigger)")
    }
  }

  // 31
  @Test(arguments: SubjectKind.allCases)
  func `onDisposed runs once for a subscription that outlives its subject`(kind: SubjectKind) {
    var subject: (any SubjectType<Int>)? = kind.make()
    let subscription = subject.map { subject in subscribe(to: subject.filter { $0 > 0 }) }
    subject?.dispose()
    subject = nil
    recorder.record("subject gone")
    subscription?.dispose()
    subscription?.dispose()
    let history = recorder.history
    #expect(history == ["subject gone", "onDisposed"])
  }

  // 31
  @Test(arguments: SubjectKind.allCases, Ending.allCases)
  func `a latecomer gets onDisposed too`(kind: SubjectKind, ending: Ending) {
    let subject = kind.make()
    subject.on(ending.event())
    let subscription = subscribe(to: subject)
    subscription.dispose()
    let history = recorder.history
    #expect(
      history == [ending == .completed ? "onCompleted" : "onError boom", "onDisposed"])
  }
}
