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

  @Test(arguments: ["replaced", "error", "dispose", "completed and dispose", "deinit"])
  func `a behavior value may use the subject in its deinit`(farewell: String) {
    let isFinished = finishes { [recorder] in
      let subject = BehaviorSubject(value: DeinitProbe("first"))
      subject.onNext(value("news", of: subject))
      recorder.record("sent")
      switch farewell {
      case "replaced": subject.onNext(DeinitProbe("last"))
      case "error": subject.onError(TestError.boom)
      case "dispose": subject.dispose()
      case "deinit": return
      default:
        subject.onCompleted()
        recorder.record("completed")
        subject.dispose()
      }
      recorder.record("over with \((try? subject.value().description) ?? "no value")")
    }
    let disposed = RxError.disposed(object: "BehaviorSubject<DeinitProbe>")
    let expected =
      switch farewell {
      case "replaced": ["news gone while success(\"last\")", "over with after news"]
      case "error": ["news gone while \(failure(TestError.boom))", "over with no value"]
      case "dispose": ["news gone while \(failure(disposed))", "over with no value"]
      case "deinit": ["news gone, alone"]
      default: ["completed", "news gone while \(failure(disposed))", "over with no value"]
      }
    #expect(isFinished)
    #expect(recorder.entries == ["sent"] + expected)
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
    #expect(isFinished)
    #expect(
      recorder.entries == [
        "Ann next(stored)", "sent", "missed gone, has observers: false", "disposed",
      ])
  }

  @Test func `a replaced value is released after its successor was delivered`() {
    let subject = BehaviorSubject(value: DeinitProbe("0"))
    let replay = ReplaySubject<DeinitProbe>.create(bufferSize: 1)
    _ = subject.subscribe(onNext: { [recorder] in recorder.record("Ann \($0)") })
    _ = replay.subscribe(onNext: { [recorder] in recorder.record("Bob \($0)") })
    subject.onNext(DeinitProbe("1") { [weak subject] in subject?.onNext(DeinitProbe("99")) })
    subject.onNext(DeinitProbe("2"))
    replay.onNext(DeinitProbe("1") { [weak replay] in replay?.onNext(DeinitProbe("99")) })
    replay.onNext(DeinitProbe("2"))
    let latest = try? subject.value().description
    #expect(recorder.entries == ["Ann 0", "Ann 1", "Ann 2", "Ann 99", "Bob 1", "Bob 2", "Bob 99"])
    #expect(latest == "99")
  }

  private func failure(_ error: any Error) -> String {
    "\(Result<String, any Error>.failure(error))"
  }
}
