import Concurrency
import Dispatch
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

  @Test func `the last pair of two threads is the latest of both`() {
    for _ in 0..<200 {
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      let last = Locked((0, 0))
      let subscription = Observable<(Int, Int)>.combineLatest(left, right)
        .subscribe(onNext: { pair in last.withLock { $0 = pair } })
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        for number in 1...20 { (side == 0 ? left : right).onNext(number) }
      }
      #expect(last.withLock { $0 } == (20, 20))
      subscription.dispose()
    }
  }
}

@Suite struct FlatMapLatestTests {
  let recorder = Recorder<String>()
  let names = PublishSubject<String>()
  let ann = PublishSubject<Int>()
  let bob = PublishSubject<Int>()

  private var latest: Observable<Int> {
    names.flatMapLatest { [ann, bob] name in
      switch name {
      case "Ann": ann
      case "Bob": bob
      default: throw TestError.bang
      }
    }
  }

  @Test func `flatMapLatest subscribes to the latest sequence and disposes the one before`() {
    _ = latest.subscribe(recorder.handler("latest"))
    names.onNext("Ann")
    for subject in [ann, bob] { subject.onNext(1) }
    names.onNext("Bob")
    let answers = [ann.hasObservers, bob.hasObservers]
    ann.onNext(2)
    bob.onNext(3)
    #expect(recorder.entries == ["latest next(1)", "latest next(3)"])
    #expect(answers == [false, true])
  }

  @Test(arguments: [true, false])
  func `it completes when the outer and the latest inner sequence have`(isOuterFirst: Bool) {
    _ = latest.subscribe(recorder.handler("latest"))
    names.onNext("Ann")
    if isOuterFirst { names.onCompleted() } else { ann.onCompleted() }
    recorder.record("one is left")
    if isOuterFirst {
      ann.onNext(1)
      ann.onCompleted()
    } else {
      names.onNext("Bob")
      bob.onNext(1)
      names.onCompleted()
      bob.onCompleted()
    }
    #expect(recorder.entries == ["one is left", "latest next(1)", "latest completed"])
  }

  @Test func `it completes with the outer sequence when there was no inner one`() {
    _ = latest.subscribe(recorder.handler("latest"))
    names.onCompleted()
    #expect(recorder.entries == ["latest completed"])
  }

  @Test func `a selector that throws ends it with that error`() {
    _ = latest.subscribe(recorder.handler("latest"))
    names.onNext("Ann")
    names.onNext("nobody")
    let answers = [names.hasObservers, ann.hasObservers]
    #expect(recorder.entries == ["latest error(bang)"])
    #expect(answers == [false, false])
  }

  @Test func `the end of a replaced sequence is not forwarded`() {
    _ = latest.subscribe(recorder.handler("latest"))
    names.onNext("Ann")
    names.onNext("Bob")
    names.onCompleted()
    ann.onCompleted()
    ann.onError(TestError.boom)
    bob.onNext(1)
    #expect(recorder.entries == ["latest next(1)"])
  }

  @Test func `sequences that end at once are forwarded whole`() {
    let doubled = Observable.of(1, 2).flatMapLatest { Observable.of($0, $0 * 10) }
    _ = doubled.subscribe(recorder.handler("Ann"))
    _ = Observable.of(1, 2).flatMapLatest { _ in Observable<Int>.empty() }.subscribe(
      recorder.handler("Bob"))
    _ = Observable.of(1, 2).flatMapLatest { _ in Observable<Int>.error(TestError.boom) }.subscribe(
      recorder.handler("Cid"))
    #expect(
      recorder.entries == [
        "Ann next(1)", "Ann next(10)", "Ann next(2)", "Ann next(20)", "Ann completed",
        "Bob completed", "Cid error(boom)",
      ])
  }

  @Test func `a value sent from inside a callback replaces the current sequence`() {
    let numbers = PublishSubject<Int>()
    let pairs = numbers.flatMapLatest { Observable.of($0, $0 * 10) }
    _ = pairs.subscribe(recorder.handler("Ann") { if $0.element == 1 { numbers.onNext(2) } })
    numbers.onNext(1)
    numbers.onCompleted()
    #expect(recorder.entries == ["Ann next(1)", "Ann next(2)", "Ann next(20)", "Ann completed"])
  }
}
