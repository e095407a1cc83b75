import MiniRx
import TestSupport
import Testing

@Suite struct PublishSubjectTests {
  let recorder = Recorder<String>()

  @Test func `a late subscriber receives nothing that was sent before`() {
    let subject = PublishSubject<Int>()
    subject.onNext(1)
    _ = subject.subscribe(recorder.handler("Ann"))
    recorder.record("subscribed")
    subject.onNext(2)
    #expect(recorder.entries == ["subscribed", "Ann next(2)"])
  }
}

/// Behaviour of all subjects, tested with the publish subject.
@Suite struct DisposedSubjectTests {
  let recorder = Recorder<String>()

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `hasObservers is true while there are observers, and false after the terminal event`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    var answers = [subject.hasObservers]
    let ann = subject.subscribe { _ in }
    let bob = subject.subscribe { _ in }
    answers.append(subject.hasObservers)
    ann.dispose()
    answers.append(subject.hasObservers)
    bob.dispose()
    answers.append(subject.hasObservers)
    _ = subject.subscribe { _ in }
    answers.append(subject.hasObservers)
    subject.on(ending.event())
    answers.append(subject.hasObservers)
    #expect(answers == [false, true, true, false, true, false])
  }

  @Test(arguments: [SubjectKind.behavior, .replay], TerminalEvent.allCases)
  func `hasObservers is false after the terminal event, even while it is pending for an observer`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    subject.onNext(1)
    _ = subject.subscribe(
      recorder.handler("Ann") { [recorder] event in
        recorder.record("\(subject.hasObservers)")
        guard event.element == 1 else { return }
        subject.on(ending.event())
        recorder.record("\(subject.hasObservers)")
      })
    #expect(recorder.entries == ["Ann next(1)", "true", "false", "Ann \(ending.event())", "false"])
  }

  @Test(arguments: SubjectKind.allCases)
  func `dispose drops observers silently and later sends are ignored`(kind: SubjectKind) {
    let subject = kind.make()
    let ann = subject.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    subject.dispose()
    subject.onNext(2)
    subject.onError(TestError.boom)
    subject.onCompleted()
    ann.dispose()
    subject.dispose()
    let (history, hasObservers) = (recorder.entries, subject.hasObservers)
    #expect(history == kind.greetings(to: "Ann") + ["Ann next(1)"])
    #expect(!hasObservers)
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `a terminal event does not dispose the subject`(kind: SubjectKind, ending: TerminalEvent) {
    let subject = kind.make()
    var answers = [subject.isDisposed]
    subject.on(ending.event())
    answers.append(subject.isDisposed)
    subject.dispose()
    answers.append(subject.isDisposed)
    #expect(answers == [false, false, true])
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `the disposed error is sent even if the subject had ended before`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    subject.onNext(1)
    subject.on(ending.event())
    subject.dispose()
    _ = subject.subscribe(recorder.handler("Ann"))
    #expect(recorder.entries == ["Ann \(disposedError(of: subject))"])
  }

  @Test(arguments: SubjectKind.allCases, [Event<Int>.next(1), .completed, .error(TestError.boom)])
  func `the disposed error is sent even if an event followed the disposal`(
    kind: SubjectKind, event: Event<Int>
  ) {
    let subject = kind.make()
    subject.dispose()
    subject.on(event)
    _ = subject.subscribe(recorder.handler("Ann"))
    let (history, isDisposed) = (recorder.entries, subject.isDisposed)
    #expect(history == ["Ann \(disposedError(of: subject))"])
    #expect(isDisposed)
  }

  private func disposedError(of subject: any SubjectType<Int>) -> Event<Int> {
    .error(RxError.disposed(object: "\(type(of: subject))"))
  }
}
