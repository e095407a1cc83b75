import Foundation
import MiniRx
import TestSupport
import Testing

@Suite struct AllSubjectsTests {
  let recorder = Recorder<String>()

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `values and then the end arrive in the order sent, before the send returns`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    _ = subject.subscribe(recorder.handler("Ann"))
    _ = subject.subscribe(recorder.handler("Bob"))
    subject.onNext(1)
    recorder.record("sent 1")
    subject.onNext(2)
    recorder.record("sent 2")
    subject.on(ending.event())
    recorder.record("sent the end")
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Bob") + [
        "Ann next(1)", "Bob next(1)", "sent 1", "Ann next(2)", "Bob next(2)", "sent 2",
        "Ann \(ending.event())", "Bob \(ending.event())", "sent the end",
      ])
  }

  @Test(arguments: SubjectKind.allCases)
  func `an event is delivered on the thread that sends it`(kind: SubjectKind) {
    let subject = kind.make()
    let isFinished = finishes { [recorder] in
      Thread.current.name = "sender"
      _ = subject.subscribe { recorder.record("\($0) on \(Thread.current.name ?? "another")") }
      subject.onNext(1)
      subject.onCompleted()
    }
    #expect(isFinished)
    #expect(
      recorder.entries == (kind == .behavior ? ["next(0) on sender"] : []) + [
        "next(1) on sender", "completed on sender",
      ])
  }

  @Test func `onNext of Void needs no argument`() {
    let subject = PublishSubject<Void>()
    _ = subject.subscribe(recorder.handler("Ann"))
    subject.onNext()
    #expect(recorder.entries == ["Ann next(())"])
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `the first terminal event wins, and later events are neither delivered nor stored`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    _ = subject.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    subject.on(ending.event())
    subject.onNext(2)
    subject.onError(TestError.bang)
    subject.onCompleted()
    _ = subject.subscribe(recorder.handler("Bob"))
    #expect(
      recorder.entries == kind.greetings(to: "Ann") + ["Ann next(1)", "Ann \(ending.event())"]
        + (kind == .replay ? ["Bob next(1)"] : []) + ["Bob \(ending.event())"])
  }

  @Test(arguments: SubjectKind.allCases)
  func `disposing twice, after the end or after the subject sends nothing`(kind: SubjectKind) {
    var subjects: [any SubjectType<Int>] = [kind.make(), kind.make(), kind.make()]
    let subscriptions = zip(["Ann", "Bob", "Cid"], subjects).map { name, subject in
      subject.subscribe(recorder.handler(name))
    }
    subscriptions[0].dispose()
    subscriptions[0].dispose()
    subjects[0].onNext(1)
    subjects[1].onCompleted()
    subscriptions[1].dispose()
    subjects.removeAll()
    subscriptions[2].dispose()
    subscriptions[2].dispose()
    #expect(recorder.entries == kind.greetings(to: "Ann", "Bob", "Cid") + ["Bob completed"])
  }

  @Test(arguments: SubjectKind.allCases)
  func `the same observer subscribed twice is two subscriptions`(kind: SubjectKind) {
    let subject = kind.make()
    let ann = AnyObserver<Int>(eventHandler: recorder.handler("Ann"))
    let first = subject.subscribe(ann)
    let second = subject.subscribe(ann)
    subject.onNext(1)
    first.dispose()
    subject.onNext(2)
    second.dispose()
    subject.onNext(3)
    #expect(
      recorder.entries == kind.greetings(to: "Ann", "Ann") + [
        "Ann next(1)", "Ann next(1)", "Ann next(2)",
      ])
  }

  @Test(arguments: SubjectKind.allCases)
  func `asObservable cannot be cast back to the subject`(kind: SubjectKind) {
    let subject = kind.make()
    let hidden: Any = subject.asObservable()
    let isSubject = hidden is any SubjectType<Int>
    let isObserver = hidden is any ObserverType<Int>
    let isObject = type(of: hidden) is AnyClass
    #expect(!isSubject)
    #expect(!isObserver)
    #expect(!isObject)
  }
}

@Suite struct EndOfSubjectTests {
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
    #expect(recorder.entries == kind.greetings(to: "Ann") + ["Ann next(1)"])
    #expect(!subject.hasObservers)
  }

  @Test(
    arguments: SubjectKind.allCases,
    [
      (.completed, nil), (.error(TestError.boom), nil), (nil, .next(1)), (nil, .completed),
      (nil, .error(TestError.boom)),
    ] as [(before: Event<Int>?, after: Event<Int>?)])
  func `only dispose disposes a subject, and its error replaces any other end`(
    kind: SubjectKind, event: (before: Event<Int>?, after: Event<Int>?)
  ) {
    let subject = kind.make()
    subject.onNext(1)
    if let before = event.before { subject.on(before) }
    var answers = [subject.isDisposed]
    subject.dispose()
    if let after = event.after { subject.on(after) }
    answers.append(subject.isDisposed)
    _ = subject.subscribe(recorder.handler("Ann"))
    let error = Event<Int>.error(RxError.disposed(object: "\(type(of: subject))"))
    #expect(recorder.entries == ["Ann \(error)"])
    #expect(answers == [false, true])
  }
}
