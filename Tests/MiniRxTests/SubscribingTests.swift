import Foundation
import MiniRx
import TestSupport
import Testing

@Suite struct EventTests {
  @Test(arguments: [
    (Event<Int>.next(1), "next(1)"), (.completed, "completed"),
    (.error(TestError.boom), "error(boom)"),
  ])
  func `print, interpolation and reflection of an event agree`(event: Event<Int>, text: String) {
    var printed = ""
    print(event, terminator: "", to: &printed)
    let texts = [printed, "\(event)", String(describing: event), String(reflecting: event)]
    #expect(texts == [text, text, text, text])
    #expect("\([event])" == "[\(text)]")
  }

  @Test func `an event of an optional shows that it is one`() {
    let events: [Event<Int?>] = [.next(1), .next(nil)]
    #expect(events.map { "\($0)" } == ["next(Optional(1))", "next(nil)"])
  }

  @Test func `element, error, isCompleted and isStopEvent distinguish the kinds`() {
    let events: [Event<Int>] = [.next(1), .error(TestError.boom), .completed]
    let elements = events.map(\.element)
    let errors = events.map { $0.error as? TestError }
    let isCompleted = events.map(\.isCompleted)
    let isStopEvent = events.map(\.isStopEvent)
    #expect(elements == [1, nil, nil])
    #expect(errors == [nil, .boom, nil])
    #expect(isCompleted == [false, false, true])
    #expect(isStopEvent == [false, true, true])
  }

  @Test func `map changes the value, and a throw becomes an error`() {
    let events: [Event<Int>] = [.next(1), .next(2), .error(TestError.boom), .completed]
    let mapped = events.map { event in
      event.map { value in
        if value == 2 { throw TestError.bang }
        return "news \(value)"
      }
    }
    #expect(mapped.map { "\($0)" } == ["next(news 1)", "error(bang)", "error(boom)", "completed"])
  }

  @Test(arguments: SubjectKind.allCases)
  func `the disposed error names the type and never an address`(kind: SubjectKind) {
    let subject = kind.make()
    subject.dispose()
    let recorder = Recorder<String>()
    _ = subject.subscribe(recorder.handler("Ann"))
    let name = "\(kind)".capitalized + "Subject<Int>"
    let history = recorder.entries
    let sentence =
      "\(name) was disposed before it was used. Keep it while it is in use, or create another one."
    #expect(history == ["Ann error(\(sentence))"])
    #expect(RxError.disposed(object: name).localizedDescription == sentence)
  }
}

@Suite struct SubscribingTests {
  let recorder = Recorder<String>()

  @Test(arguments: TerminalEvent.allCases)
  func `subscribe takes closures, a closure of events or an observer`(ending: TerminalEvent) {
    let subject = PublishSubject<Int>()
    _ = recorder.subscribe(to: subject)
    _ = subject.subscribe { [recorder] event in recorder.record("event \(event)") }
    _ = subject.subscribe(AnyObserver(eventHandler: recorder.handler("observer")))
    subject.onNext(1)
    subject.on(ending.event())
    #expect(
      recorder.entries == [
        "Ann next 1", "event next(1)", "observer next(1)", ending.closure, "Ann disposed",
        "event \(ending.event())", "observer \(ending.event())",
      ])
  }

  @Test(arguments: TerminalEvent.allCases)
  func `every closure of subscribe is optional`(ending: TerminalEvent) {
    let subject = PublishSubject<Int>()
    _ = subject.subscribe()
    _ = subject.subscribe(onNext: { [recorder] in recorder.record("onNext \($0)") })
    _ = subject.subscribe(onError: { [recorder] in recorder.record("onError \($0)") })
    _ = subject.subscribe(onCompleted: { [recorder] in recorder.record("onCompleted") })
    _ = subject.subscribe(onDisposed: { [recorder] in recorder.record("onDisposed") })
    subject.onNext(1)
    subject.on(ending.event())
    #expect(
      recorder.entries == [
        "onNext 1", ending == .completed ? "onCompleted" : "onError boom", "onDisposed",
      ])
  }

  @Test(arguments: SubjectKind.allCases, [nil] + TerminalEvent.allCases)
  func `the clean-up above follows the end and onDisposed, but precedes it on a dispose`(
    kind: SubjectKind, ending: TerminalEvent?
  ) {
    let subject = kind.make()
    let subscription = recorder.subscribe(
      to: subject.filter { $0 > 0 }.do(onDispose: { [recorder] in recorder.record("clean-up") }))
    subject.onNext(1)
    if let ending { subject.on(ending.event()) }
    for _ in 1...2 { subscription.dispose() }
    subject.onNext(2)
    subject.onCompleted()
    let end = ending.map { [$0.closure, "Ann disposed", "clean-up"] }
    #expect(recorder.entries == ["Ann next 1"] + (end ?? ["clean-up", "Ann disposed"]))
  }

  @Test(arguments: SubjectKind.allCases)
  func `onDisposed runs once when a callback disposes, at a value and at the end`(
    kind: SubjectKind
  ) {
    for trigger in ["onNext 1", "onCompleted", "onDisposed"] {
      let recorder = Recorder<String>()
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
      #expect(
        recorder.entries == ["onNext 1"] + (trigger == "onNext 1" ? [] : ["onCompleted"]) + [
          "onDisposed"
        ],
        "disposed in \(trigger)")
    }
  }

  @Test(arguments: SubjectKind.allCases)
  func `onDisposed runs once for a subscription that outlives its subject`(kind: SubjectKind) {
    var subject: (any SubjectType<Int>)? = kind.make()
    let subscription = subject.map { recorder.subscribe(to: $0.filter { $0 > 0 }) }
    subject?.dispose()
    subject = nil
    recorder.record("subject released")
    subscription?.dispose()
    subscription?.dispose()
    #expect(recorder.entries == ["subject released", "Ann disposed"])
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `a late subscriber's onDisposed runs, too`(kind: SubjectKind, ending: TerminalEvent) {
    let subject = kind.make()
    subject.on(ending.event())
    let subscription = recorder.subscribe(to: subject)
    subscription.dispose()
    #expect(recorder.entries == [ending.closure, "Ann disposed"])
  }
}
