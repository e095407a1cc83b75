import MiniRx
import TestSupport
import Testing

@Suite struct OwnershipTests {
  let recorder = Recorder<String>()

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

  @Test(arguments: TerminalEvent.allCases)
  func `a retained observer of create retains nothing downstream after the end`(
    ending: TerminalEvent
  ) {
    let observer = Kept()
    _ = observer.sequence.subscribe(
      recorder.handler("Ann", keeping: recorder.probe("capture")))
    observer.send(.next(1))
    observer.send(ending.event())
    recorder.record("ended")
    #expect(
      recorder.entries == ["Ann next(1)", "Ann \(ending.event())", "capture released", "ended"])
  }

  @Test func `a retained observer of create retains nothing downstream after dispose`() {
    let observer = Kept()
    let subscription = observer.sequence.subscribe(
      recorder.handler("Ann", keeping: recorder.probe("capture")))
    subscription.dispose()
    recorder.record("disposed")
    #expect(recorder.entries == ["capture released", "disposed"])
    withExtendedLifetime(observer) {}
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

/// Retains the observer that `create` passed to its closure.
private final class Kept: Sendable {
  private let subject = ReplaySubject<AnyObserver<Int>>.create(bufferSize: 1)

  var sequence: Observable<Int> {
    .create { [subject] observer in
      subject.onNext(observer)
      return Disposables.create()
    }
  }

  func send(_ event: Event<Int>) {
    subject.subscribe(onNext: { $0.on(event) }).dispose()
  }
}
