import MiniRx
import TestSupport
import Testing

@Suite struct ReplaySubjectTests {
  let recorder = Recorder<String>()

  @Test(arguments: 0...6)
  func `the last n values are replayed, oldest first, before subscribe returns`(size: Int) {
    let subject = ReplaySubject<Int>.create(bufferSize: size)
    for number in 1...5 { subject.onNext(number) }
    _ = subject.subscribe(recorder.handler("Ann"))
    recorder.record("subscribed")
    subject.onNext(6)
    #expect(
      recorder.entries == (1...5).suffix(size).map { "Ann next(\($0))" } + [
        "subscribed", "Ann next(6)",
      ])
  }

  @Test func `createUnbounded replays everything`() {
    let subject = ReplaySubject<Int>.createUnbounded()
    for number in 1...1000 { subject.onNext(number) }
    _ = subject.subscribe(recorder.handler("Ann"))
    #expect(recorder.entries == (1...1000).map { "Ann next(\($0))" })
  }

  @Test func `it keeps dropping old values while it is observed, and releases them`() {
    let subject = ReplaySubject<DeinitProbe>.create(bufferSize: 2)
    _ = subject.subscribe(recorder.handler("Ann"))
    for number in 1...5 { subject.onNext(recorder.probe("news \(number)")) }
    recorder.record("all sent")
    _ = subject.subscribe(recorder.handler("Bob"))
    let history = recorder.entries
    #expect(
      history.filter { $0.hasSuffix("gone") || !$0.hasPrefix("Ann") } == [
        "news 1 released", "news 2 released", "news 3 released", "all sent", "Bob next(news 4)",
        "Bob next(news 5)",
      ])
    #expect(history.filter { $0.hasPrefix("Ann") } == (1...5).map { "Ann next(news \($0))" })
  }

  @Test(arguments: [0, 2], TerminalEvent.allCases)
  func `after the end a late subscriber receives the stored values, then the end`(
    size: Int, ending: TerminalEvent
  ) {
    let subject = ReplaySubject<Int>.create(bufferSize: size)
    for number in 1...3 { subject.onNext(number) }
    subject.on(ending.event())
    for name in ["Ann", "Bob"] { _ = subject.subscribe(recorder.handler(name)) }
    let history = recorder.entries
    let events = [2, 3].suffix(size).map(Event.next) + [ending.event()]
    #expect(history == ["Ann", "Bob"].flatMap { name in events.map { "\(name) \($0)" } })
  }

  @Test func `after dispose only the disposed error is sent, and the stored values are released`() {
    let subject = ReplaySubject<DeinitProbe>.create(bufferSize: 2)
    for number in 1...2 { subject.onNext(recorder.probe("news \(number)")) }
    subject.dispose()
    recorder.record("disposed")
    _ = subject.subscribe(recorder.handler("Ann"))
    #expect(
      recorder.entries == [
        "news 1 released", "news 2 released", "disposed",
        "Ann error(\(RxError.disposed(object: "ReplaySubject<DeinitProbe>")))",
      ])
  }

  @Test(arguments: [2, 3, 10])
  func `an event sent during a replay arrives after it, once`(size: Int) {
    let subject = ReplaySubject<Int>.create(bufferSize: size)
    _ = subject.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    subject.onNext(2)
    _ = subject.subscribe(
      recorder.handler("Bob") { event in
        guard let element = event.element, element < 3 else { return }
        subject.onNext(element + 10)
      })
    subject.onNext(3)
    #expect(
      recorder.entries == [
        "Ann next(1)", "Ann next(2)", "Bob next(1)", "Ann next(11)", "Bob next(2)",
        "Ann next(12)", "Bob next(11)", "Bob next(12)", "Ann next(3)", "Bob next(3)",
      ])
  }

  @Test func `a negative buffer size stops the program with a message`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ReplaySubject<Int>.create(bufferSize: -1)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message = "ReplaySubject.create(bufferSize: -1): a buffer cannot be negative"
    #expect(output.contains(message))
  }
}
