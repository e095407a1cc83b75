import MiniRx
import TestSupport
import Testing

@Suite struct MemoryTests {
  let recorder = Recorder<String>()

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `observers and what they capture are released at the end`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    let subscriptions = ["Ann", "Bob"].map { name in
      subject.subscribe(recorder.handler(name, keeping: recorder.probe("\(name)'s capture")))
    }
    subject.on(ending.event())
    recorder.record("ended")
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob") + [
        "Ann \(ending.event())", "Bob \(ending.event())",
        "Ann's capture released", "Bob's capture released", "ended",
      ])
    withExtendedLifetime((subject, subscriptions)) {}
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `a late subscriber's observer is not retained`(kind: SubjectKind, ending: TerminalEvent) {
    let subject = kind.make()
    subject.on(ending.event())
    let subscription = subject.subscribe(
      recorder.handler("Ann", keeping: recorder.probe("capture")))
    recorder.record("subscribed")
    #expect(recorder.entries == ["Ann \(ending.event())", "capture released", "subscribed"])
    withExtendedLifetime((subject, subscription)) {}
  }

  @Test(arguments: SubjectKind.allCases)
  func `a subscription does not keep its subject alive`(kind: SubjectKind) {
    let own = recorder.probe("value")
    var subject: (any SubjectType<DeinitProbe>)? = kind.make(first: own)
    let subscription = subject?.subscribe(
      recorder.handler("Ann", keeping: recorder.probe("capture")))
    recorder.record("subscribed")
    subject = nil
    recorder.record("subject released")
    subscription?.dispose()
    withExtendedLifetime(own) {}
    #expect(
      recorder.entries == (kind == .behavior ? ["Ann next(value)"] : []) + [
        "subscribed", "capture released", "subject released",
      ])
  }

  @Test(arguments: SubjectKind.allCases)
  func `captures are released on dispose and on the disposal of the subject`(kind: SubjectKind) {
    let subject = kind.make()
    let subscriptions = ["Ann", "Bob", "Cid"].map { name in
      subject.subscribe(recorder.handler(name, keeping: recorder.probe("\(name)'s capture")))
    }
    subscriptions[0].dispose()
    recorder.record("Ann disposed")
    subscriptions[2].dispose()
    recorder.record("Cid disposed")
    subject.dispose()
    recorder.record("subject disposed")
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob", "Cid") + [
        "Ann's capture released", "Ann disposed", "Cid's capture released", "Cid disposed",
        "Bob's capture released", "subject disposed",
      ])
    withExtendedLifetime((subject, subscriptions)) {}
  }

  @Test(arguments: PassThrough.allCases, [nil] + TerminalEvent.allCases)
  func `operators release the whole chain on dispose and at the end`(
    op: PassThrough, ending: TerminalEvent?
  ) {
    let subject = PublishSubject<Int>()
    let subscription = chain(op, on: subject)
    subject.onNext(1)
    if let ending { subject.on(ending.event()) } else { subscription.dispose() }
    let history = recorder.entries
    let released = history.filter { $0.hasSuffix("released") }.sorted()
    let received = history.filter { !$0.hasSuffix("released") }
    #expect(released == ["lower released", "subscriber released", "upper released"])
    #expect(received == ["Ann next(1)"] + (ending.map { ["Ann \($0.event())"] } ?? []))
    withExtendedLifetime((subject, subscription)) {}
  }

  @Test(arguments: PassThrough.allCases)
  func `a sequence through an operator keeps its source alive, a subscription does not`(
    op: PassThrough
  ) {
    let capture = recorder.probe("source")
    var sequence: Observable<Int>? = op(source(keeping: consume capture))
    let subscription = sequence?.subscribe(recorder.handler("Ann"))
    recorder.record("subscribed")
    sequence = nil
    recorder.record("sequence released")
    #expect(recorder.entries == ["subscribed", "source released", "sequence released"])
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: SubjectKind.allCases)
  func `a screen that owns subject and bag with a weak self is freed`(kind: SubjectKind) {
    do {
      let screen = Screen(subject: kind.make(), recorder: recorder)
      screen.open()
      screen.subject.onNext(1)
    }
    recorder.record("closed")
    #expect(
      recorder.entries == (kind == .behavior ? ["shows 0"] : []) + [
        "shows 1", "screen released", "closed",
      ])
  }

  @Test func `a relay stores no more than its subject would`() {
    let behavior = BehaviorRelay(value: recorder.probe("first"))
    behavior.accept(recorder.probe("second"))
    recorder.record("accepted")
    let publish = PublishRelay<DeinitProbe>()
    publish.accept(recorder.probe("news"))
    recorder.record("accepted")
    #expect(recorder.entries == ["first released", "accepted", "news released", "accepted"])
    withExtendedLifetime((behavior, publish)) {}
  }

  private func source(keeping capture: DeinitProbe) -> Observable<Int> {
    .create { _ in
      withExtendedLifetime(capture) {}
      return Disposables.create()
    }
  }

  /// The operator between two others. The operators around it and the subscriber have captures.
  private func chain(_ op: PassThrough, on subject: PublishSubject<Int>) -> any Disposable {
    let (upper, lower) = (recorder.probe("upper"), recorder.probe("lower"))
    let above = subject.map { value in withExtendedLifetime(upper) { value } }
    let below = op(above).do(onNext: { _ in withExtendedLifetime(lower) {} }, onDispose: {})
    return below.subscribe(recorder.handler("Ann", keeping: recorder.probe("subscriber")))
  }
}

/// An object with a subject and a bag, such as the document's view controllers.
private final class Screen: Sendable {
  let subject: any SubjectType<Int>
  private let bag = DisposeBag()
  private let recorder: Recorder<String>

  init(subject: any SubjectType<Int>, recorder: Recorder<String>) {
    self.subject = subject
    self.recorder = recorder
  }

  deinit { recorder.record("screen released") }

  func open() {
    subject.subscribe { [weak self] event in
      if let element = event.element { self?.show(element) }
    }.disposed(by: bag)
  }

  private func show(_ element: Int) { recorder.record("shows \(element)") }
}
