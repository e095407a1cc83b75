import Concurrency
import MiniRx
import TestSupport
import Testing

/// What a subject or an operator lets go of may use it, because no lock is held then.
@Suite struct StoredValueLockTests {
  let recorder = Recorder()

  /// A value that uses the subject as it goes, and says when that is.
  private func value(_ name: String, of subject: BehaviorSubject<Mortal>) -> Mortal {
    Mortal(name) { [recorder, weak subject] in
      guard let subject else { return recorder.record("\(name) gone, alone") }
      let value = Result { try subject.value().description }
      _ = subject.hasObservers
      subject.subscribe { _ in }.dispose()
      subject.onNext(Mortal("after \(name)"))
      recorder.record("\(name) gone while \(value)")
    }
  }

  // 11
  @Test func `a replaced behavior value may use the subject as it goes`() {
    let isFinished = finishes { [recorder] in
      let subject = BehaviorSubject(value: Mortal("first"))
      subject.onNext(value("news", of: subject))
      recorder.record("sent")
      subject.onNext(Mortal("last"))
      recorder.record("replaced by \(Result { try subject.value().description })")
    }
    let history = recorder.history
    #expect(isFinished)
    #expect(
      history == [
        "sent", "news gone while success(\"last\")", "replaced by success(\"after news\")",
      ])
  }

  // 11
  @Test(arguments: ["error", "dispose", "completed and dispose", "deinit"])
  func `a behavior value may use the subject as it goes at the end`(farewell: String) {
    let isFinished = finishes { [recorder] in
      let subject = BehaviorSubject(value: Mortal("first"))
      subject.onNext(value("news", of: subject))
      recorder.record("sent")
      switch farewell {
      case "error": subject.onError(Mishap.boom)
      case "dispose": subject.dispose()
      case "deinit": return
      default:
        subject.onCompleted()
        recorder.record("completed")
        subject.dispose()
      }
      recorder.record("over")
    }
    let history = recorder.history
    let disposed = RxError.disposed(object: "BehaviorSubject<Mortal>")
    let expected =
      switch farewell {
      case "error": ["sent", "news gone while failure(MiniRxTests.Mishap.boom)", "over"]
      case "dispose": ["sent", "news gone while \(failure(disposed))", "over"]
      case "deinit": ["sent", "news gone, alone"]
      default: ["sent", "completed", "news gone while \(failure(disposed))", "over"]
      }
    #expect(isFinished)
    #expect(history == expected)
  }

  // 11
  @Test(arguments: [0, 1])
  func `a replay value may use the subject as it goes`(size: Int) {
    let isFinished = finishes { [recorder] in
      let subject = ReplaySubject<Mortal>.create(bufferSize: size)
      let news = { (name: String) in
        Mortal(name) { [weak subject] in
          subject?.subscribe { _ in }.dispose()
          recorder.record("\(name) gone, has observers: \(subject?.hasObservers == true)")
        }
      }
      _ = subject.subscribe { _ in }
      subject.onNext(news("trimmed"))
      recorder.record("sent")
      subject.onNext(news("disposed"))
      recorder.record("sent")
      subject.dispose()
      recorder.record("over")
    }
    let history = recorder.history
    let gone = ["trimmed gone, has observers: true", "sent"]
    #expect(isFinished)
    #expect(
      history
        == (size == 0
          ? gone + ["disposed gone, has observers: true", "sent", "over"]
          : ["sent"] + gone + ["disposed gone, has observers: false", "over"]))
  }

  // 11
  @Test func `a value that a joiner still waits for may use the subject as it goes`() {
    let isFinished = finishes { [recorder] in
      let subject = ReplaySubject<Mortal>.create(bufferSize: 1)
      subject.onNext(Mortal("stored"))
      _ = subject.subscribe(
        recorder.hear("Ann") { _ in
          subject.onNext(
            Mortal("missed") {
              recorder.record("missed gone, has observers: \(subject.hasObservers)")
            })
          subject.onNext(Mortal("last"))
          recorder.record("sent")
          subject.dispose()
          recorder.record("disposed")
        })
    }
    let history = recorder.history
    #expect(isFinished)
    #expect(
      history == [
        "Ann next(stored)", "sent", "missed gone, has observers: false", "disposed",
      ])
  }

  private func failure(_ error: any Error) -> String {
    "\(Result<String, any Error>.failure(error))"
  }
}
