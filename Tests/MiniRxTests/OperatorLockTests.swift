import Concurrency
import MiniRx
import TestSupport
import Testing

/// A value that an operator releases may use the sequence in its deinit, because no lock is held.
@Suite struct OperatorLockTests {
  let recorder = Recorder<String>()

  @Test func `a key that distinctUntilChanged replaces may send in its deinit`() {
    let isFinished = finishes { [recorder] in
      let numbers = PublishSubject<Int>()
      let keyed = numbers.distinctUntilChanged { number in
        Key(
          number: number,
          probe: DeinitProbe("key") {
            recorder.record("key \(number) released")
            if number == 1 { numbers.onNext(3) }
          })
      }
      _ = keyed.subscribe(recorder.handler("Ann"))
      for number in 1...2 { numbers.onNext(number) }
      numbers.onCompleted()
    }
    let history = recorder.entries
    #expect(isFinished)
    #expect(
      history.filter { $0.hasPrefix("Ann") }.sorted() == [
        "Ann completed", "Ann next(1)", "Ann next(2)", "Ann next(3)",
      ])
    #expect(
      history.filter { $0.hasPrefix("key") } == [
        "key 1 released", "key 2 released", "key 3 released",
      ])
  }

  @Test func `values that observe delivered are released at once and may send in their deinit`() {
    let isFinished = finishes { [recorder] in
      let (news, scheduler) = (PublishSubject<DeinitProbe>(), ManualScheduler())
      _ = news.observe(on: scheduler).subscribe(recorder.handler("Ann"))
      for number in 1...3 {
        news.onNext(
          DeinitProbe("news \(number)") {
            recorder.record("news \(number) released")
            news.onNext(DeinitProbe("echo \(number)"))
          })
      }
      recorder.record("sent")
      scheduler.run()
      recorder.record("delivered")
    }
    #expect(isFinished)
    #expect(
      recorder.entries == [
        "sent", "Ann next(news 1)", "news 1 released", "Ann next(news 2)", "news 2 released",
        "Ann next(news 3)", "news 3 released", "Ann next(echo 1)", "Ann next(echo 2)",
        "Ann next(echo 3)", "delivered",
      ])
  }

  @Test func `values that wait in observe may send in their deinit on dispose`() {
    let isFinished = finishes { [recorder] in
      let (news, scheduler) = (PublishSubject<DeinitProbe>(), ManualScheduler())
      let subscription = news.observe(on: scheduler).subscribe(recorder.handler("Ann"))
      news.onNext(
        DeinitProbe("news") {
          recorder.record("news released")
          news.onNext(DeinitProbe("echo"))
        })
      subscription.dispose()
      recorder.record("disposed")
      scheduler.run()
    }
    #expect(isFinished)
    #expect(recorder.entries == ["news released", "disposed"])
  }

  @Test func `an object that an inner sequence retained may use the merged one in deinit`() {
    let isFinished = finishes { [recorder] in
      let outer = PublishSubject<ForeignSequence>()
      _ = outer.flatMapLatest { $0 }.subscribe(recorder.handler("Ann"))
      let inner = PublishSubject<Int>()
      outer.onNext(
        ForeignSequence(inner) {
          recorder.record("place released")
          outer.onNext(ForeignSequence(Observable.just(3)) {})
        })
      inner.onNext(1)
      inner.onCompleted()
      outer.onNext(ForeignSequence(Observable.just(2)) {})
      outer.onCompleted()
    }
    #expect(isFinished)
    #expect(
      recorder.entries == [
        "Ann next(1)", "place released", "Ann next(3)", "Ann next(2)", "Ann completed",
      ])
  }
}

private struct Key: Equatable {
  let number: Int
  let probe: DeinitProbe

  static func == (left: Key, right: Key) -> Bool { left.number == right.number }
}

/// A custom sequence, whose disposable runs code when it is released.
private struct ForeignSequence: ObservableType {
  private let source: Observable<Int>
  private let onEnd: @Sendable () -> Void

  init(_ source: some ObservableType<Int>, onEnd: @escaping @Sendable () -> Void) {
    self.source = source.asObservable()
    self.onEnd = onEnd
  }

  func subscribe(_ on: @escaping @Sendable (Event<Int>) -> Void) -> any Disposable {
    Handle(subscription: source.subscribe(on), probe: DeinitProbe("place", onDeinit: onEnd))
  }

  private struct Handle: Disposable {
    let subscription: any Disposable
    let probe: DeinitProbe

    func dispose() { subscription.dispose() }
  }
}
