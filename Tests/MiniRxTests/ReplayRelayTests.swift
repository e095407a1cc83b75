import MiniRx
import Testing

@Suite struct ReplayRelayTests {
  let recorder = Recorder()

  // 28
  @Test(arguments: [0, 2, 9])
  func `a replay relay tells the last n values first, oldest first`(size: Int) {
    let relay = ReplayRelay<Int>.create(bufferSize: size)
    for number in 1...4 { relay.accept(number) }
    _ = relay.subscribe(recorder.hear("Ann"))
    recorder.record("subscribed")
    relay.accept(5)
    let history = recorder.history
    #expect(
      history == (1...4).suffix(size).map { "Ann next(\($0))" } + ["subscribed", "Ann next(5)"])
  }

  // 28
  @Test func `an unbounded replay relay tells everything`() {
    let relay = ReplayRelay<Int>.createUnbounded()
    for number in 1...1000 { relay.accept(number) }
    _ = relay.subscribe(recorder.hear("Ann"))
    let history = recorder.history
    #expect(history == (1...1000).map { "Ann next(\($0))" })
  }

  // 6
  @Test func `a replay relay that goes sends nothing`() {
    do {
      let relay = ReplayRelay<Int>.create(bufferSize: 1)
      _ = relay.subscribe(recorder.hear("Ann"))
      relay.accept(1)
    }
    let history = recorder.history
    #expect(history == ["Ann next(1)"])
  }

  // 29
  @Test(arguments: Ending.allCases)
  func `bind forwards values to each replay relay in order, and not the end`(ending: Ending) {
    let source = PublishSubject<Int>()
    let (first, second) = (
      ReplayRelay<Int>.create(bufferSize: 1), ReplayRelay<Int>.create(bufferSize: 1)
    )
    _ = first.subscribe(recorder.hear("Ann"))
    _ = second.subscribe(recorder.hear("Bob"))
    let binding = source.bind(to: second, first)
    source.onNext(1)
    binding.dispose()
    source.onNext(2)
    _ = source.bind(to: first)
    source.on(ending.event())
    first.accept(3)
    _ = first.subscribe(recorder.hear("Cid"))
    let history = recorder.history
    #expect(history == ["Bob next(1)", "Ann next(1)", "Ann next(3)", "Cid next(3)"])
  }

  // 23
  @Test func `a negative buffer size stops the program, for a relay too`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ReplayRelay<Int>.create(bufferSize: -1)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("a buffer cannot be negative"))
  }
}
