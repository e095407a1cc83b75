import MiniRx
import TestSupport
import Testing

@Suite struct CombineLatestTests {
  let recorder = Recorder<String>()
  let names = PublishSubject<String>()
  let numbers = PublishSubject<Int>()

  private var combined: Observable<String> {
    Observable.combineLatest(names, numbers) { "\($0) \($1)" }
  }

  @Test func `combineLatest sends whenever one sends and both have sent`() {
    _ = combined.subscribe(recorder.handler("pair"))
    names.onNext("Ann")
    names.onNext("Bob")
    recorder.record("no number yet")
    numbers.onNext(1)
    numbers.onNext(2)
    names.onNext("Cid")
    #expect(
      recorder.entries == [
        "no number yet", "pair next(Bob 1)", "pair next(Bob 2)", "pair next(Cid 2)",
      ])
  }

  @Test func `combineLatest without a selector gives pairs`() {
    let pairs = Observable.combineLatest(names, BehaviorRelay(value: 1))
    _ = pairs.subscribe(onNext: { [recorder] name, number in recorder.record("\(name) \(number)") })
    names.onNext("Ann")
    #expect(recorder.entries == ["Ann 1"])
  }

  @Test func `it completes when both have`() {
    _ = combined.subscribe(recorder.handler("pair"))
    names.onNext("Ann")
    numbers.onNext(1)
    names.onCompleted()
    numbers.onNext(2)
    recorder.record("one is left")
    numbers.onCompleted()
    #expect(
      recorder.entries == ["pair next(Ann 1)", "pair next(Ann 2)", "one is left", "pair completed"])
  }

  @Test(arguments: [true, false])
  func `it completes with a source that never sent, because no pair can come`(isLeft: Bool) {
    _ = combined.subscribe(recorder.handler("pair"))
    if isLeft {
      numbers.onNext(1)
      names.onCompleted()
    } else {
      names.onNext("Ann")
      numbers.onCompleted()
    }
    let answers = [names.hasObservers, numbers.hasObservers]
    names.onNext("Bob")
    numbers.onNext(2)
    #expect(recorder.entries == ["pair completed"])
    #expect(answers == [false, false])
  }

  @Test(arguments: [true, false])
  func `the first error ends it and disposes the other`(isLeft: Bool) {
    _ = combined.subscribe(recorder.handler("pair"))
    if isLeft { names.onError(TestError.boom) } else { numbers.onError(TestError.boom) }
    let answers = [names.hasObservers, numbers.hasObservers]
    names.onError(TestError.bang)
    numbers.onError(TestError.bang)
    #expect(recorder.entries == ["pair error(boom)"])
    #expect(answers == [false, false])
  }

  @Test func `a selector that throws ends it with that error`() {
    let failing = Observable<String>.combineLatest(names, numbers) { name, number in
      if number == 2 { throw TestError.boom }
      return "\(name) \(number)"
    }
    _ = failing.subscribe(recorder.handler("pair"))
    names.onNext("Ann")
    for number in 1...3 { numbers.onNext(number) }
    let answers = [names.hasObservers, numbers.hasObservers]
    #expect(recorder.entries == ["pair next(Ann 1)", "pair error(boom)"])
    #expect(answers == [false, false])
  }

  @Test func `sequences that end while they are subscribed to are combined`() {
    let of = Observable.of(1, 2)
    _ = Observable.combineLatest(of, of) { "\($0) \($1)" }.subscribe(recorder.handler("of"))
    _ = Observable.combineLatest(of, Observable<Int>.empty()) { $0 + $1 }.subscribe(
      recorder.handler("empty"))
    _ = Observable.combineLatest(of, Observable<Int>.error(TestError.boom)) { $0 + $1 }.subscribe(
      recorder.handler("error"))
    _ = Observable.combineLatest(Observable<Int>.empty(), of) { $0 + $1 }.subscribe(
      recorder.handler("empty first"))
    _ = Observable.combineLatest(of, Observable<Int>.never()) { $0 + $1 }.subscribe(
      recorder.handler("never"))
    #expect(
      recorder.entries == [
        "of next(2 1)", "of next(2 2)", "of completed", "empty completed", "error error(boom)",
        "empty first completed",
      ])
  }

  @Test func `a nil value counts as a value`() {
    let left = BehaviorRelay<Int?>(value: nil)
    let pairs = Observable<String>.combineLatest(left, numbers) { "\($0, default: "nil") \($1)" }
    _ = pairs.subscribe(recorder.handler("pair"))
    numbers.onNext(1)
    left.accept(2)
    #expect(recorder.entries == ["pair next(nil 1)", "pair next(2 1)"])
  }

  @Test func `a value sent from inside a callback is combined at once`() {
    _ = combined.subscribe(
      recorder.handler("pair") { [numbers, recorder] event in
        guard event.element == "Ann 1" else { return }
        numbers.onNext(2)
        recorder.record("sent")
      })
    names.onNext("Ann")
    numbers.onNext(1)
    names.onNext("Bob")
    #expect(
      recorder.entries == ["pair next(Ann 1)", "pair next(Ann 2)", "sent", "pair next(Bob 2)"])
  }

  @Test func `dispose from inside a callback releases both`() {
    let subscription = LateSubscription()
    subscription.keep(
      combined.subscribe(
        recorder.handler("pair") { [numbers] _ in
          subscription.dispose()
          numbers.onNext(2)
        }))
    names.onNext("Ann")
    numbers.onNext(1)
    let answers = [names.hasObservers, numbers.hasObservers]
    #expect(recorder.entries == ["pair next(Ann 1)"])
    #expect(answers == [false, false])
  }
}
