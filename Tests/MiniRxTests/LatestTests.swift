import MiniRx
import TestSupport
import Testing

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

  @Test(arguments: [true, false])
  func `the first error ends it and disposes the other`(isOuter: Bool) {
    _ = latest.subscribe(recorder.handler("latest"))
    names.onNext("Ann")
    if isOuter { names.onError(TestError.boom) } else { ann.onError(TestError.boom) }
    let answers = [names.hasObservers, ann.hasObservers]
    names.onNext("Bob")
    ann.onNext(2)
    #expect(recorder.entries == ["latest error(boom)"])
    #expect(answers == [false, false])
  }

  @Test func `dispose from inside a callback releases both`() {
    let subscription = LateSubscription()
    subscription.keep(
      latest.subscribe(
        recorder.handler("latest") { [ann] _ in
          subscription.dispose()
          ann.onNext(2)
        }))
    names.onNext("Ann")
    ann.onNext(1)
    #expect(recorder.entries == ["latest next(1)"])
    #expect([names.hasObservers, ann.hasObservers] == [false, false])
  }

  @Test func `no sequence is made or subscribed to once an inner one has failed`() {
    let numbers = ReplaySubject<Int>.createUnbounded()
    for number in 1...3 { numbers.onNext(number) }
    _ = numbers.flatMapLatest { [recorder] number in
      recorder.record("selector \(number)")
      return Observable<Int>.create { observer in
        recorder.record("request \(number)")
        observer.onError(TestError.boom)
        return Disposables.create()
      }
    }
    .subscribe(recorder.handler("Ann"))
    #expect(recorder.entries == ["selector 1", "request 1", "Ann error(boom)"])
  }
}
