import MiniRx
import TestSupport
import Testing

@Suite struct RelayTests {
  let recorder = Recorder<String>()

  @Test func `a publish relay forwards values accepted after the subscription`() {
    let relay = PublishRelay<Int>()
    relay.accept(1)
    _ = relay.subscribe(recorder.handler("Ann"))
    relay.accept(2)
    _ = relay.subscribe(recorder.handler("Bob"))
    relay.accept(3)
    #expect(recorder.entries == ["Ann next(2)", "Ann next(3)", "Bob next(3)"])
  }

  @Test func `a behavior relay has a value from the start and replays it`() {
    let relay = BehaviorRelay(value: 0)
    var values = [relay.value]
    _ = relay.subscribe(recorder.handler("Ann"))
    relay.accept(1)
    values.append(relay.value)
    _ = relay.subscribe(recorder.handler("Bob"))
    relay.accept(2)
    values.append(relay.value)
    let history = recorder.entries
    #expect(values == [0, 1, 2])
    #expect(
      history == ["Ann next(0)", "Ann next(1)", "Bob next(1)", "Ann next(2)", "Bob next(2)"])
  }

  @Test func `a nil value is an ordinary value of a behavior relay`() {
    let relay = BehaviorRelay<Int?>(value: nil)
    var values = [relay.value]
    relay.accept(1)
    values.append(relay.value)
    relay.accept(nil)
    values.append(relay.value)
    #expect(values == [nil, 1, nil])
  }

  @Test(
    arguments: [
      PublishRelay<Int>(), BehaviorRelay(value: 0), ReplayRelay<Int>.createUnbounded(),
    ] as [any Sendable])
  func `a relay is neither an observer nor disposable, even behind asObservable`(
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

  @Test func `the value inside a callback is already the new one`() {
    let relay = BehaviorRelay(value: 0)
    _ = relay.subscribe(
      recorder.handler("Ann") { [recorder] _ in recorder.record("value \(relay.value)") })
    relay.accept(1)
    #expect(recorder.entries == ["Ann next(0)", "value 0", "Ann next(1)", "value 1"])
  }
}

@Suite struct ReplayRelayTests {
  let recorder = Recorder<String>()

  @Test(arguments: [0, 2, 9])
  func `a replay relay replays the last n values, oldest first`(size: Int) {
    let relay = ReplayRelay<Int>.create(bufferSize: size)
    for number in 1...4 { relay.accept(number) }
    _ = relay.subscribe(recorder.handler("Ann"))
    recorder.record("subscribed")
    relay.accept(5)
    #expect(
      recorder.entries == (1...4).suffix(size).map { "Ann next(\($0))" } + [
        "subscribed", "Ann next(5)",
      ])
  }

  @Test func `an unbounded replay relay replays everything`() {
    let relay = ReplayRelay<Int>.createUnbounded()
    for number in 1...1000 { relay.accept(number) }
    _ = relay.subscribe(recorder.handler("Ann"))
    #expect(recorder.entries == (1...1000).map { "Ann next(\($0))" })
  }
}
