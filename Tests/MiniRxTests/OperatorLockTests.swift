import Concurrency
import MiniRx
import TestSupport
import Testing

/// What an operator lets go of may use the sequence, because no lock is held then.
@Suite struct OperatorLockTests {
  let recorder = Recorder()

  // 11
  @Test func `a value that combineLatest replaces may send as it goes`() {
    let isFinished = finishes { [recorder] in
      let (news, numbers) = (PublishSubject<Mortal>(), PublishSubject<Int>())
      _ = Observable.combineLatest(news, numbers) { "\($0) \($1)" }.subscribe(recorder.hear("Ann"))
      numbers.onNext(1)
      news.onNext(
        Mortal("first") {
          recorder.record("first gone")
          numbers.onNext(2)
        })
      news.onNext(Mortal("second"))
    }
    let history = recorder.history
    #expect(isFinished)
    #expect(
      history == ["Ann next(first 1)", "Ann next(second 1)", "first gone", "Ann next(second 2)"])
  }

  // 11
  @Test func `a key that distinctUntilChanged replaces may send as it goes`() {
    let isFinished = finishes { [recorder] in
      let numbers = PublishSubject<Int>()
      let keyed = numbers.distinctUntilChanged { number in
        Key(
          number: number,
          mortal: Mortal("key") {
            recorder.record("key \(number) gone")
            if number == 1 { numbers.onNext(3) }
          })
      }
      _ = keyed.subscribe(recorder.hear("Ann"))
      for number in 1...2 { numbers.onNext(number) }
      numbers.onCompleted()
    }
    let history = recorder.history
    #expect(isFinished)
    #expect(
      history.filter { $0.hasPrefix("Ann") }.sorted() == [
        "Ann completed", "Ann next(1)", "Ann next(2)", "Ann next(3)",
      ])
    #expect(history.filter { $0.hasPrefix("key") } == ["key 1 gone", "key 2 gone", "key 3 gone"])
  }

  // 11
  @Test func `values that observe delivered are released at once and may send as they go`() {
    let isFinished = finishes { [recorder] in
      let (news, scheduler) = (PublishSubject<Mortal>(), ManualScheduler())
      _ = news.observe(on: scheduler).subscribe(recorder.hear("Ann"))
      for number in 1...3 {
        news.onNext(
          Mortal("news \(number)") {
            recorder.record("news \(number) gone")
            news.onNext(Mortal("echo \(number)"))
          })
      }
      recorder.record("sent")
      scheduler.run()
      recorder.record("delivered")
    }
    let history = recorder.history
    #expect(isFinished)
    #expect(
      history == [
        "sent", "Ann next(news 1)", "news 1 gone", "Ann next(news 2)", "news 2 gone",
        "Ann next(news 3)", "news 3 gone", "Ann next(echo 1)", "Ann next(echo 2)",
        "Ann next(echo 3)", "delivered",
      ])
  }

  // 11
  @Test func `values that wait in observe may send as they go on dispose`() {
    let isFinished = finishes { [recorder] in
      let (news, scheduler) = (PublishSubject<Mortal>(), ManualScheduler())
      let subscription = news.observe(on: scheduler).subscribe(recorder.hear("Ann"))
      news.onNext(
        Mortal("news") {
          recorder.record("news gone")
          news.onNext(Mortal("echo"))
        })
      subscription.dispose()
      recorder.record("disposed")
      scheduler.run()
    }
    let history = recorder.history
    #expect(isFinished)
    #expect(history == ["news gone", "disposed"])
  }

  // 11
  @Test(arguments: [true, false])
  func `what an inner sequence leaves behind may use the merged one as it goes`(isMerge: Bool) {
    let isFinished = finishes { [recorder] in
      let outer = PublishSubject<Careless>()
      let merged = isMerge ? outer.merge() : outer.flatMapLatest { $0 }
      _ = merged.subscribe(recorder.hear("Ann"))
      let inner = PublishSubject<Int>()
      outer.onNext(
        Careless(inner) {
          recorder.record("place gone")
          outer.onNext(Careless(.just(3)) {})
        })
      inner.onNext(1)
      inner.onCompleted()
      outer.onNext(Careless(.just(2)) {})
      outer.onCompleted()
    }
    let history = recorder.history
    #expect(isFinished)
    // For flatMapLatest, what was sent last has replaced what was on its way.
    #expect(
      history == ["Ann next(1)", "place gone", "Ann next(3)"]
        + (isMerge ? ["Ann next(2)"] : []) + ["Ann completed"])
  }
}

private struct Key: Equatable {
  let number: Int
  let mortal: Mortal

  static func == (left: Key, right: Key) -> Bool { left.number == right.number }
}

/// A sequence from outside the library, whose disposable runs code when it goes.
private struct Careless: ObservableType {
  private let source: Observable<Int>
  private let onEnd: @Sendable () -> Void

  init(_ source: some ObservableType<Int>, onEnd: @escaping @Sendable () -> Void) {
    self.source = source.asObservable()
    self.onEnd = onEnd
  }

  init(_ source: Observable<Int>, onEnd: @escaping @Sendable () -> Void) {
    self.source = source
    self.onEnd = onEnd
  }

  func subscribe(_ on: @escaping @Sendable (Event<Int>) -> Void) -> any Disposable {
    Place(subscription: source.subscribe(on), mortal: Mortal("place", onEnd: onEnd))
  }

  private struct Place: Disposable {
    let subscription: any Disposable
    let mortal: Mortal

    func dispose() { subscription.dispose() }
  }
}
