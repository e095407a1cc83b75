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

  @Test func `a behavior relay has a value from the start, which may be nil, and replays it`() {
    let relay = BehaviorRelay<Int?>(value: nil)
    var values = [relay.value]
    _ = relay.subscribe(recorder.handler("Ann"))
    for value in [1, nil] {
      relay.accept(value)
      values.append(relay.value)
    }
    _ = relay.subscribe(recorder.handler("Bob"))
    #expect(values == [nil, 1, nil])
    #expect(
      recorder.entries == [
        "Ann next(nil)", "Ann next(Optional(1))", "Ann next(nil)", "Bob next(nil)",
      ])
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

  @Test(arguments: [nil, 0, 2, 9])
  func `a replay relay replays the last n values, oldest first`(size: Int?) {
    let relay = size.map { .create(bufferSize: $0) } ?? ReplayRelay<Int>.createUnbounded()
    for number in 1...4 { relay.accept(number) }
    _ = relay.subscribe(recorder.handler("Ann"))
    recorder.record("subscribed")
    relay.accept(5)
    #expect(
      recorder.entries == (1...4).suffix(size ?? 4).map { "Ann next(\($0))" } + [
        "subscribed", "Ann next(5)",
      ])
  }
}

@Suite struct BindTests {
  let recorder = Recorder<String>()
  let source = PublishSubject<Int>()

  enum RelayKind: CaseIterable {
    case publish, behavior, replay
  }

  @Test(arguments: RelayKind.allCases, TerminalEvent.allCases)
  func `bind forwards values to each relay in order, and not the end`(
    kind: RelayKind, ending: TerminalEvent
  ) {
    let create = { ReplayRelay<Int>.create(bufferSize: 1) }
    switch kind {
    case .publish: bind(to: PublishRelay(), PublishRelay(), ending)
    case .behavior: bind(to: BehaviorRelay(value: 0), BehaviorRelay(value: 0), ending)
    case .replay: bind(to: create(), create(), ending)
    }
    #expect(
      recorder.entries == (kind == .behavior ? ["Ann next(0)", "Bob next(0)"] : [])
        + ["Bob next(1)", "Ann next(1)", "Ann next(3)", "Ann next(4)"]
        + (kind == .publish ? [] : ["Cid next(4)"]))
  }

  private func bind<Relay: RelayType<Int>>(
    to first: Relay, _ second: Relay, _ ending: TerminalEvent
  ) {
    _ = first.subscribe(recorder.handler("Ann"))
    _ = second.subscribe(recorder.handler("Bob"))
    let binding = source.bind(to: second, first)
    source.onNext(1)
    binding.dispose()
    source.onNext(2)
    _ = source.bind(to: first)
    source.onNext(3)
    source.on(ending.event())
    first.accept(4)
    _ = first.subscribe(recorder.handler("Cid"))
  }

  @Test(arguments: TerminalEvent.allCases)
  func `bind forwards values to relays of an optional, and not the end`(ending: TerminalEvent) {
    let (publish, behavior) = (PublishRelay<Int?>(), BehaviorRelay<Int?>(value: nil))
    let replay = ReplayRelay<Int?>.create(bufferSize: 1)
    _ = publish.subscribe(recorder.handler("Ann"))
    _ = behavior.subscribe(recorder.handler("Bob"))
    _ = source.bind(to: publish, publish)
    _ = source.bind(to: behavior)
    _ = source.bind(to: replay)
    source.onNext(1)
    source.on(ending.event())
    behavior.accept(nil)
    _ = replay.subscribe(recorder.handler("Cid"))
    #expect(
      recorder.entries == [
        "Bob next(nil)", "Ann next(Optional(1))", "Ann next(Optional(1))",
        "Bob next(Optional(1))", "Bob next(nil)", "Cid next(Optional(1))",
      ])
  }

  @Test(arguments: SubjectKind.allCases, TerminalEvent.allCases)
  func `bind to an observer forwards everything, including the terminal event`(
    kind: SubjectKind, ending: TerminalEvent
  ) {
    let target = kind.make()
    _ = target.subscribe(recorder.handler("Ann"))
    _ = source.bind(to: target)
    _ = source.bind(to: AnyObserver(eventHandler: recorder.handler("Bob")))
    source.onNext(1)
    source.on(ending.event())
    #expect(
      recorder.entries == kind.greetings(to: "Ann") + [
        "Ann next(1)", "Bob next(1)", "Ann \(ending.event())", "Bob \(ending.event())",
      ])
  }

  @Test(arguments: TerminalEvent.allCases)
  func `bind to a closure calls it with every value and with nothing else`(ending: TerminalEvent) {
    let binding = source.bind { [recorder] in recorder.record("Ann \($0)") }
    _ = source.bind(onNext: { [recorder] in recorder.record("Bob \($0)") })
    source.onNext(1)
    binding.dispose()
    source.onNext(2)
    source.on(ending.event())
    #expect(recorder.entries == ["Ann 1", "Bob 1", "Bob 2"])
  }

  @Test func `a binding keeps its relay until the source ends`() {
    let kept = recorder.probe("relay's observer")
    do {
      let relay = PublishRelay<Int>()
      _ = relay.subscribe(recorder.handler("Ann", keeping: kept))
      _ = source.bind(to: relay)
    }
    source.onNext(1)
    source.onCompleted()
    recorder.record("completed")
    withExtendedLifetime(kept) {}
    let hasObservers = source.hasObservers
    #expect(!hasObservers)
    #expect(recorder.entries == ["Ann next(1)", "completed"])
  }
}
