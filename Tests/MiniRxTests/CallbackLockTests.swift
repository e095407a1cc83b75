import Concurrency
import MiniRx
import TestSupport
import Testing

/// Foreign code never runs while a lock is held. A released object may use the subject that
/// releases it.
///
/// A held lock would cause a deadlock, so every body runs on its own thread with a time limit.
@Suite struct CallbackLockTests {
  let recorder = Recorder<String>()

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `another thread can use the subject while an observer is called`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let subject = kind.make()
    let isFinished = finishes { [recorder] in
      _ = subject.subscribe(
        recorder.handler("Ann") { _ in
          let isUsable = finishes {
            subject.subscribe { _ in }.dispose()
            _ = (subject.hasObservers, subject.isDisposed)
          }
          recorder.record("usable: \(isUsable)")
        })
      subject.onNext(1)
      subject.on(ending.event())
    }
    #expect(isFinished)
    #expect(
      recorder.entries
        == (kind.greetings(to: "Ann") + ["Ann next(1)", "Ann \(ending.event())"])
        .flatMap { [$0, "usable: true"] })
  }

  @Test(arguments: [SubjectKind.behavior, .replay], [nil] + TerminalEvent.allCases)
  func `another thread can use the subject during a replay`(
    kind: SubjectKind, ending: TerminalEvent?
  ) {
    let subject = kind.make()
    let isFinished = finishes { [recorder] in
      subject.onNext(1)
      if let ending { subject.on(ending.event()) }
      _ = subject.subscribe(
        recorder.handler("Ann") { event in
          guard event.element != 2 else { return }
          let isUsable = finishes {
            subject.onNext(2)
            subject.subscribe { _ in }.dispose()
            _ = (subject.hasObservers, subject.isDisposed)
          }
          recorder.record("usable: \(isUsable)")
        })
    }
    let stored = kind == .replay || ending == nil ? ["Ann next(1)", "usable: true"] : []
    let end = ending.map { ["Ann \($0.event())", "usable: true"] } ?? ["Ann next(2)"]
    #expect(isFinished)
    #expect(recorder.entries == stored + end)
  }

  /// How the last reference to an observer can be released.
  enum Farewell: CaseIterable {
    case leavingLast
    case leavingGap
    case completed
    case error
    case disposal
    case deinitialisation
  }

  @Test(arguments: SubjectKind.allCases, Farewell.allCases)
  func `an observer's capture may use the subject in its deinit`(
    kind: SubjectKind, farewell: Farewell
  ) {
    let isFinished = finishes { [recorder] in
      let subject = Locked<(any SubjectType<Int>)?>(kind.make())
      let ann = LateSubscription()
      let capture = Locked<DeinitProbe?>(
        DeinitProbe("capture") {
          ann.dispose()
          guard let subject = subject.withLock({ $0 }) else { return recorder.record("alone") }
          subject.onNext(2)
          subject.subscribe { _ in }.dispose()
          recorder.record("has observers: \(subject.hasObservers)")
        })
      func use(_ body: (any SubjectType<Int>) -> Void) {
        if let subject = subject.withLock({ $0 }) { body(subject) }
      }
      use { subject in
        guard let capture = capture.withLock({ $0.take() }) else { return }
        ann.keep(subject.subscribe { _ in withExtendedLifetime(capture) {} })
      }
      recorder.record("subscribed")
      switch farewell {
      case .leavingLast: ann.dispose()
      case .leavingGap:
        use { _ = $0.subscribe { _ in } }
        ann.dispose()
      case .completed: use { $0.onCompleted() }
      case .error: use { $0.onError(TestError.boom) }
      case .disposal: use { $0.dispose() }
      case .deinitialisation: _ = subject.withLock { $0.take() }
      }
      recorder.record("over")
    }
    let lastWords =
      switch farewell {
      case .deinitialisation: "alone"
      case .leavingGap: "has observers: true"
      default: "has observers: false"
      }
    #expect(isFinished)
    #expect(recorder.entries == ["subscribed", lastWords, "over"])
  }

  @Test(arguments: SubjectKind.allCases)
  func `an error may use the subject in its deinit, after the disposal`(kind: SubjectKind) {
    let isFinished = finishes { [recorder] in
      let subject = kind.make()
      subject.onError(
        ProbingError(
          probe: DeinitProbe("error") {
            recorder.record("has observers: \(subject.hasObservers)")
          }))
      recorder.record("failed")
      subject.dispose()
      recorder.record("disposed")
    }
    #expect(isFinished)
    #expect(recorder.entries == ["failed", "has observers: false", "disposed"])
  }
}

private struct ProbingError: Error {
  let probe: DeinitProbe
}
