import MiniRx
import Testing

@Suite struct OwnershipTests {
  let recorder = Recorder()

  // 39
  @Test(arguments: SubjectKind.allCases)
  func `a screen that owns subject and bag with a weak self is freed`(kind: SubjectKind) {
    do {
      let screen = Screen(subject: kind.make(), recorder: recorder)
      screen.open()
      screen.subject.onNext(1)
    }
    recorder.record("closed")
    let history = recorder.history
    #expect(
      history == (kind == .behavior ? ["shows 0"] : []) + [
        "shows 1", "screen gone", "closed",
      ])
  }

  // 39
  @Test func `a screen that is closed stops listening to a subject that lives on`() {
    let subject = PublishSubject<Int>()
    do {
      let screen = Screen(subject: subject, recorder: recorder)
      screen.open()
      subject.onNext(1)
    }
    let hasObservers = subject.hasObservers
    subject.onNext(2)
    let history = recorder.history
    #expect(history == ["shows 1", "screen gone"])
    #expect(!hasObservers)
  }

  // 39
  @Test func `a behavior value is released when it is replaced`() {
    let subject = BehaviorSubject(value: recorder.mortal("first"))
    _ = subject.subscribe { _ in }
    for name in ["second", "third"] {
      subject.onNext(recorder.mortal(name))
      recorder.record("sent \(name)")
    }
    let history = recorder.history
    #expect(history == ["first gone", "sent second", "second gone", "sent third"])
    withExtendedLifetime(subject) {}
  }

  // 39
  @Test func `a publish subject keeps no value`() {
    let subject = PublishSubject<Mortal>()
    _ = subject.subscribe(recorder.hear("Ann"))
    subject.onNext(recorder.mortal("news"))
    recorder.record("sent")
    let history = recorder.history
    #expect(history == ["Ann next(news)", "news gone", "sent"])
    withExtendedLifetime(subject) {}
  }

  // 39
  @Test func `a relay keeps no more than its subject would`() {
    let behavior = BehaviorRelay(value: recorder.mortal("first"))
    behavior.accept(recorder.mortal("second"))
    recorder.record("accepted")
    let publish = PublishRelay<Mortal>()
    publish.accept(recorder.mortal("news"))
    recorder.record("accepted")
    let history = recorder.history
    #expect(history == ["first gone", "accepted", "news gone", "accepted"])
    withExtendedLifetime((behavior, publish)) {}
  }

  // 32
  @Test(arguments: Ending.allCases)
  func `who keeps the observer of create keeps nothing below it after the end`(ending: Ending) {
    let observer = Kept()
    _ = observer.sequence.subscribe(
      recorder.hear("Ann", keeping: recorder.mortal("capture")))
    observer.send(.next(1))
    observer.send(ending.event())
    recorder.record("ended")
    let history = recorder.history
    #expect(history == ["Ann next(1)", "Ann \(ending.event())", "capture gone", "ended"])
  }

  // 32
  @Test func `who keeps the observer of create keeps nothing below it after dispose`() {
    let observer = Kept()
    let subscription = observer.sequence.subscribe(
      recorder.hear("Ann", keeping: recorder.mortal("capture")))
    subscription.dispose()
    recorder.record("disposed")
    let history = recorder.history
    #expect(history == ["capture gone", "disposed"])
    withExtendedLifetime(observer) {}
  }
}

/// What the documents' view controllers are: subject and bag in one object.
private final class Screen: Sendable {
  let subject: any SubjectType<Int>
  private let bag = DisposeBag()
  private let recorder: Recorder

  init(subject: any SubjectType<Int>, recorder: Recorder) {
    self.subject = subject
    self.recorder = recorder
  }

  deinit { recorder.record("screen gone") }

  func open() {
    subject.subscribe { [weak self] event in
      if let element = event.element { self?.show(element) }
    }.disposed(by: bag)
  }

  private func show(_ element: Int) { recorder.record("shows \(element)") }
}

/// Keeps the observer that `create` handed out.
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
