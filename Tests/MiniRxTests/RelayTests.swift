import MiniRx
import Testing

@Suite struct RelayTests {
  let recorder = Recorder()

  // 28
  @Test func `a publish relay passes on what is accepted after the subscription`() {
    let relay = PublishRelay<Int>()
    relay.accept(1)
    _ = relay.subscribe(recorder.hear("Ann"))
    relay.accept(2)
    _ = relay.subscribe(recorder.hear("Bob"))
    relay.accept(3)
    let history = recorder.history
    #expect(history == ["Ann next(2)", "Ann next(3)", "Bob next(3)"])
  }

  // 28
  @Test func `a behavior relay has a value from the start and tells it first`() {
    let relay = BehaviorRelay(value: 0)
    var values = [relay.value]
    _ = relay.subscribe(recorder.hear("Ann"))
    relay.accept(1)
    values.append(relay.value)
    _ = relay.subscribe(recorder.hear("Bob"))
    relay.accept(2)
    values.append(relay.value)
    let history = recorder.history
    #expect(values == [0, 1, 2])
    #expect(
      history == ["Ann next(0)", "Ann next(1)", "Bob next(1)", "Ann next(2)", "Bob next(2)"])
  }

  // 28
  @Test func `a nil value is an ordinary value of a behavior relay`() {
    let relay = BehaviorRelay<Int?>(value: nil)
    var values = [relay.value]
    relay.accept(1)
    values.append(relay.value)
    relay.accept(nil)
    values.append(relay.value)
    #expect(values == [nil, 1, nil])
  }

  // 28
  @Test(
    arguments: [
      PublishRelay<Int>(), BehaviorRelay(value: 0), ReplayRelay<Int>.createUnbounded(),
    ] as [any Sendable])
  func `a relay is neither an observer nor disposable, also behind asObservable`(
    relay: any Sendable
  ) throws {
    let observable = try #require(relay as? any ObservableType<Int>)
    let hidden: Any = observable.asObservable()
    let (isObserver, isDisposable) = (relay is any ObserverType<Int>, relay is any Disposable)
    let isRelay = type(of: hidden) is AnyClass
    #expect(!isObserver)
    #expect(!isDisposable)
    #expect(!isRelay)
  }

  // 6
  @Test func `a relay that goes sends nothing`() {
    do {
      let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
      _ = publish.subscribe(recorder.hear("Ann"))
      _ = behavior.subscribe(recorder.hear("Bob"))
    }
    let history = recorder.history
    #expect(history == ["Bob next(0)"])
  }

  // 29
  @Test(arguments: Ending.allCases)
  func `a source that ends does not end the relay that it was bound to`(ending: Ending) {
    let source = PublishSubject<Int>()
    let (byHand, bound) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
    _ = byHand.subscribe(recorder.hear("Ann"))
    _ = bound.subscribe(recorder.hear("Bob"))
    _ = source.subscribe(onNext: { byHand.accept($0) })
    _ = source.bind(to: bound)
    source.onNext(1)
    source.on(ending.event())
    byHand.accept(2)
    bound.accept(2)
    let (history, value) = (recorder.history, bound.value)
    #expect(
      history == ["Bob next(0)", "Ann next(1)", "Bob next(1)", "Ann next(2)", "Bob next(2)"])
    #expect(value == 2)
  }

  // 29
  @Test func `a throwing operator on a relay ends only its own subscriber`() {
    let relay = PublishRelay<Int>()
    let failing = relay.map { value in
      if value == 2 { throw Mishap.boom }
      return value
    }
    _ = failing.subscribe(recorder.hear("Ann"))
    _ = relay.subscribe(recorder.hear("Bob"))
    for number in 1...3 { relay.accept(number) }
    let history = recorder.history
    #expect(
      history == ["Ann next(1)", "Bob next(1)", "Ann error(boom)", "Bob next(2)", "Bob next(3)"])
  }

  // 29
  @Test func `the value inside a callback is already the new one`() {
    let relay = BehaviorRelay(value: 0)
    _ = relay.subscribe(
      recorder.hear("Ann") { [recorder] _ in recorder.record("value \(relay.value)") })
    relay.accept(1)
    let history = recorder.history
    #expect(history == ["Ann next(0)", "value 0", "Ann next(1)", "value 1"])
  }

  // 24
  @Test func `accepting from inside an observer is depth first`() {
    let relay = BehaviorRelay(value: 0)
    _ = relay.subscribe(recorder.hear("Ann") { if $0.element == 1 { relay.accept(2) } })
    _ = relay.subscribe(recorder.hear("Bob"))
    relay.accept(1)
    let history = recorder.history
    #expect(
      history == [
        "Ann next(0)", "Bob next(0)", "Ann next(1)", "Ann next(2)", "Bob next(2)", "Bob next(1)",
      ])
  }
}
