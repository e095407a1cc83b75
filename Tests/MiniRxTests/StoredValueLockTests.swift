import Concurrency
import MiniRx
import TestSupport
import Testing

/// A value that a subject or an operator releases may use it in its deinit, because no lock is
/// held.
@Suite struct StoredValueLockTests {
  let recorder = Recorder<String>()

  /// A value that uses the subject in its deinit and records that.
  private func value(_ name: String, of subject: BehaviorSubject<DeinitProbe>) -> DeinitProbe {
    DeinitProbe(name) { [recorder, weak subject] in
      guard let subject else { return recorder.record("\(name) gone, alone") }
      let value = Result { try subject.value().description }
      _ = subject.hasObservers
      subject.subscribe { _ in }.dispose()
      subject.onNext(DeinitProbe("after \(name)"))
      recorder.record("\(name) gone while \(value)")
    }
  }

  @Test func `a replaced behavior value may use the subject in its deinit`() {
    let isFinished = finishes { [recorder] in
      let subject = BehaviorSubject(value: DeinitProbe("first"))
      subject.onNext(value("news", of: subject))
      recorder.record("sent")
      subject.onNext(DeinitProbe("last"))
      recorder.record("replaced by \(Result { try subject.value().description })")
    }
    let history = recorder.entries
    #expect(isFinished)
    #expect(
      history == [
        "sent", "news gone while success(\"last\")", "replaced by success(\"after news\")",
      ])
  }

  @Test(arguments: ["error", "dispose", "completed and dispose", "deinit"])
  func `a behavior value may use the subject in its deinit at the end`(farewell: String) {
    let isFinished = finishes { [recorder] in
      let subject = BehaviorSubject(value: DeinitProbe("first"))
      subject.onNext(value("news", of: subject))
      recorder.record("sent")
      switch farewell {
      case "error": subject.onError(TestError.boom)
      case "dispose": subject.dispose()
      case "deinit": return
      default:
        subject.onCompleted()
        recorder.record("completed")
        subject.dispose()
      }
      recorder.record("over")
    }
    let history = recorder.entries
    let disposed = RxError.disposed(object: "BehaviorSubject<DeinitProbe>")
    let expected =
      switch farewell {
      case "error": ["sent", "news gone while failure(MiniRxTests.TestError.boom)", "over"]
      case "dispose": ["sent", "news gone while \(failure(disposed))", "over"]
      case "deinit": ["sent", "news gone, alone"]
      default: ["sent", "completed", "news gone while \(failure(disposed))", "over"]
      }
    #expect(isFinished)
    #expect(history == expected)
  }

  @Test(arguments: [0, 1])
  func `a replay value may use the subject in its deinit`(size: Int) {
    let isFinished = finishes { [recorder] in
      let subject = ReplaySubject<DeinitProbe>.create(bufferSize: size)
      let news = { (name: String) in
        DeinitProbe(name) { [weak subject] in
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
    let history = recorder.entries
    let gone = ["trimmed gone, has observers: true", "sent"]
    #expect(isFinished)
    #expect(
      history
        == (size == 0
          ? gone + ["disposed gone, has observers: true", "sent", "over"]
          : ["sent"] + gone + ["disposed gone, has observers: false", "over"]))
  }

  @Test func `a value that is pending for an observer may use the subject in its deinit`() {
    let isFinished = finishes { [recorder] in
      let subject = ReplaySubject<DeinitProbe>.create(bufferSize: 1)
      subject.onNext(DeinitProbe("stored"))
      _ = subject.subscribe(
        recorder.handler("Ann") { _ in
          subject.onNext(
            DeinitProbe("missed") {
              recorder.record("missed gone, has observers: \(subject.hasObservers)")
            })
          subject.onNext(DeinitProbe("last"))
          recorder.record("sent")
          subject.dispose()
          recorder.record("disposed")
        })
    }
    let history = recorder.entries
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
