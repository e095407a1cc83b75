import MiniRx
import TestSupport
import Testing

@Suite struct BehaviorSubjectTests {
  let recorder = Recorder<String>()

  @Test func `subscribe delivers the current value before it returns, then everything after it`() {
    let subject = BehaviorSubject(value: 0)
    _ = subject.subscribe(recorder.handler("Ann"))
    recorder.record("Ann subscribed")
    subject.onNext(1)
    _ = subject.subscribe(recorder.handler("Bob"))
    recorder.record("Bob subscribed")
    subject.onNext(2)
    #expect(
      recorder.entries == [
        "Ann next(0)", "Ann subscribed", "Ann next(1)", "Bob next(1)", "Bob subscribed",
        "Ann next(2)", "Bob next(2)",
      ])
  }

  @Test func `value is the last one sent or the initial one, also after completed`() throws {
    let subject = BehaviorSubject(value: 0)
    var values = [try subject.value()]
    subject.onNext(1)
    values.append(try subject.value())
    subject.onCompleted()
    subject.onNext(2)
    values.append(try subject.value())
    #expect(values == [0, 1, 1])
  }

  @Test(arguments: [nil, Event<Int>.completed, .error(TestError.boom)])
  func `value throws the disposed error after dispose, whatever came first`(event: Event<Int>?) {
    let subject = BehaviorSubject(value: 0)
    if let event { subject.on(event) }
    subject.dispose()
    #expect(throws: RxError.disposed(object: "BehaviorSubject<Int>")) { try subject.value() }
  }

  @Test func `an observer that reads the value gets the one that it receives`() {
    let subject = BehaviorSubject(value: 0)
    let ask = recorder.handler("Ann") { [recorder] (_: Event<Int>) in
      recorder.record("value \(Result { try subject.value() })")
    }
    _ = subject.subscribe(ask)
    subject.onNext(1)
    subject.onError(TestError.boom)
    subject.onNext(2)
    #expect(throws: TestError.boom) { try subject.value() }
    #expect(
      recorder.entries == [
        "Ann next(0)", "value \(Result<Int, any Error>.success(0))",
        "Ann next(1)", "value \(Result<Int, any Error>.success(1))",
        "Ann error(boom)", "value \(Result<Int, any Error>.failure(TestError.boom))",
      ])
  }

  @Test func `a nil value is an ordinary value`() throws {
    let subject = BehaviorSubject<Int?>(value: nil)
    var values = [try subject.value()]
    _ = subject.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    values.append(try subject.value())
    subject.onNext(nil)
    values.append(try subject.value())
    _ = subject.subscribe(recorder.handler("Bob"))
    subject.onCompleted()
    values.append(try subject.value())
    #expect(values == [nil, 1, nil, nil])
    #expect(
      recorder.entries == [
        "Ann next(nil)", "Ann next(Optional(1))", "Ann next(nil)", "Bob next(nil)",
        "Ann completed", "Bob completed",
      ])
  }

  @Test func `an event sent from inside the callback of the first value arrives after it`() {
    let subject = BehaviorSubject(value: 0)
    _ = subject.subscribe(recorder.handler("Ann"))
    _ = subject.subscribe(
      recorder.handler("Bob") { [recorder] event in
        guard event.element == 0 else { return }
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        recorder.record("Bob has sent")
      })
    recorder.record("subscribed")
    #expect(
      recorder.entries == [
        "Ann next(0)", "Bob next(0)", "Ann next(1)", "Ann next(2)", "Ann completed",
        "Bob has sent", "Bob next(1)", "Bob next(2)", "Bob completed", "subscribed",
      ])
  }
}

@Suite struct ReplaySubjectTests {
  let recorder = Recorder<String>()

  @Test(arguments: [nil, 0, 1, 2, 4, 5, 6])
  func `the last n values are replayed, oldest first, before subscribe returns`(size: Int?) {
    let subject = size.map { .create(bufferSize: $0) } ?? ReplaySubject<Int>.createUnbounded()
    for number in 1...5 { subject.onNext(number) }
    _ = subject.subscribe(recorder.handler("Ann"))
    recorder.record("subscribed")
    subject.onNext(6)
    #expect(
      recorder.entries == (1...5).suffix(size ?? 5).map { "Ann next(\($0))" } + [
        "subscribed", "Ann next(6)",
      ])
  }

  @Test func `it keeps dropping old values while it is observed, and releases them`() {
    let subject = ReplaySubject<DeinitProbe>.create(bufferSize: 2)
    _ = subject.subscribe(recorder.handler("Ann"))
    for number in 1...5 { subject.onNext(recorder.probe("news \(number)")) }
    recorder.record("all sent")
    _ = subject.subscribe(recorder.handler("Bob"))
    let history = recorder.entries
    #expect(
      history.filter { !$0.hasPrefix("Ann") } == [
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

  @Test(.exitTest)
  func `a negative buffer size stops the program with a message`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ReplaySubject<Int>.create(bufferSize: -1)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let message = "ReplaySubject.create(bufferSize: -1): a buffer cannot be negative"
    #expect(output.contains(message))
  }
}
