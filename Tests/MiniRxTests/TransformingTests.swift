import MiniRx
import TestSupport
import Testing

/// `map`, `filter` and `compactMap`.
@Suite struct FilteringTests {
  let recorder = Recorder<String>()

  /// The three operators with a closure that may throw.
  enum Operator: CaseIterable {
    case map
    case filter
    case compactMap

    func callAsFunction(
      _ source: some ObservableType<Int>, _ closure: @escaping @Sendable (Int) throws -> Void
    ) -> Observable<Int> {
      let same = { @Sendable (value: Int) throws -> Int in
        try closure(value)
        return value
      }
      return switch self {
      case .map: source.map(same)
      case .filter: source.filter { try same($0) == $0 }
      case .compactMap: source.compactMap(same)
      }
    }
  }

  @Test func `map transforms, filter selects, compactMap does both`() {
    let source = Observable.of(1, 2, 3, 4)
    _ = source.map { "news \($0)" }.subscribe(recorder.handler("map"))
    _ = source.filter { $0.isMultiple(of: 2) }.subscribe(recorder.handler("filter"))
    _ = source.compactMap { $0 > 2 ? "news \($0)" : nil }.subscribe(recorder.handler("compactMap"))
    #expect(
      recorder.entries == [
        "map next(news 1)", "map next(news 2)", "map next(news 3)", "map next(news 4)",
        "map completed", "filter next(2)", "filter next(4)", "filter completed",
        "compactMap next(news 3)", "compactMap next(news 4)", "compactMap completed",
      ])
  }

  @Test func `compactMap drops nil, and what is left has no optional`() {
    let source = Observable<Int?>.of(nil, 1, nil, 2)
    _ = source.compactMap { $0 }.subscribe(recorder.handler("Ann"))
    _ = source.map { $0 }.subscribe(recorder.handler("Bob"))
    #expect(
      recorder.entries == [
        "Ann next(1)", "Ann next(2)", "Ann completed",
        "Bob next(nil)", "Bob next(Optional(1))", "Bob next(nil)", "Bob next(Optional(2))",
        "Bob completed",
      ])
  }

  @Test(arguments: Operator.allCases)
  func `the closure runs once per subscriber and value, and not without a subscriber`(
    op: Operator
  ) {
    let subject = PublishSubject<Int>()
    let sequence = op(subject) { [recorder] in recorder.record("closure \($0)") }
    subject.onNext(1)
    let ann = sequence.subscribe(recorder.handler("Ann"))
    _ = sequence.subscribe(recorder.handler("Bob"))
    subject.onNext(2)
    ann.dispose()
    subject.onNext(3)
    #expect(
      recorder.entries == [
        "closure 2", "Ann next(2)", "closure 2", "Bob next(2)", "closure 3", "Bob next(3)",
      ])
  }

  @Test(arguments: Operator.allCases)
  func `a thrown error is sent downstream and upstream is disposed at once`(op: Operator) {
    let subject = PublishSubject<Int>()
    let source = subject.do(onDispose: { [recorder] in recorder.record("clean-up") })
    let sequence = op(source) { [recorder] value in
      recorder.record("closure \(value)")
      if value == 2 { throw TestError.boom }
    }
    _ = sequence.subscribe(recorder.handler("Ann"))
    for number in 1...2 { subject.onNext(number) }
    let hasObservers = subject.hasObservers
    subject.onNext(3)
    subject.onCompleted()
    #expect(
      recorder.entries == ["closure 1", "Ann next(1)", "closure 2", "Ann error(boom)", "clean-up"])
    #expect(!hasObservers)
  }

  @Test(arguments: Operator.allCases, SubjectKind.allCases)
  func `a throw while the subscriber sends again ends everything once`(
    op: Operator, kind: SubjectKind
  ) {
    let subject = kind.make()
    let sequence = op(subject.filter { $0 > 0 }) { [recorder] value in
      recorder.record("closure \(value)")
      if value == 2 { throw TestError.boom }
    }
    _ = sequence.subscribe(
      recorder.handler("Ann") { [recorder] event in
        subject.onNext(event.element == 1 ? 2 : 3)
        recorder.record("Ann back from \(event)")
      })
    subject.onNext(1)
    subject.onNext(4)
    #expect(
      recorder.entries == [
        "closure 1", "Ann next(1)", "closure 2", "Ann error(boom)", "Ann back from error(boom)",
        "Ann back from next(1)",
      ])
    #expect(!subject.hasObservers)
  }

  @Test(arguments: Operator.allCases)
  func `a closure that throws while it sends again reports the first error only`(op: Operator) {
    let subject = PublishSubject<Int>()
    let sequence = op(subject) { value in
      if value == 1 { subject.onNext(2) }
      throw value == 1 ? TestError.boom : TestError.bang
    }
    _ = sequence.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    #expect(recorder.entries == ["Ann error(bang)"])
  }

  @Test(arguments: Operator.allCases)
  func `a closure that disposes its own subscription is the last to run`(op: Operator) {
    let subject = PublishSubject<Int>()
    let subscription = LateSubscription()
    let sequence = op(subject) { [recorder] value in
      recorder.record("closure \(value)")
      subscription.dispose()
    }
    subscription.keep(sequence.subscribe(recorder.handler("Ann")))
    for number in 1...2 { subject.onNext(number) }
    #expect(recorder.entries == ["closure 1"])
  }
}

@Suite struct DistinctUntilChangedTests {
  let recorder = Recorder<String>()
  let subject = PublishSubject<Int>()

  @Test func `distinctUntilChanged drops repeated values, for each subscriber`() {
    let distinct = subject.distinctUntilChanged()
    _ = distinct.subscribe(recorder.handler("Ann"))
    for number in [1, 1, 2] { subject.onNext(number) }
    _ = distinct.subscribe(recorder.handler("Bob"))
    for number in [2, 2, 1] { subject.onNext(number) }
    subject.onCompleted()
    #expect(
      recorder.entries == [
        "Ann next(1)", "Ann next(2)", "Bob next(2)", "Ann next(1)", "Bob next(1)",
        "Ann completed", "Bob completed",
      ])
  }

  @Test func `distinctUntilChanged treats nil as an ordinary value`() {
    _ = Observable<Int?>.of(nil, nil, 1, 1, nil).distinctUntilChanged().subscribe(
      recorder.handler("Ann"))
    #expect(
      recorder.entries == [
        "Ann next(nil)", "Ann next(Optional(1))", "Ann next(nil)", "Ann completed",
      ])
  }

  @Test func `distinctUntilChanged with a key compares the keys`() {
    _ = Observable.of("Ann", "Amy", "Bob", "Ben", "Abe").distinctUntilChanged { $0.first }
      .subscribe(recorder.handler("name"))
    #expect(
      recorder.entries == ["name next(Ann)", "name next(Bob)", "name next(Abe)", "name completed"])
  }

  @Test func `a key that throws ends the sequence with that error`() {
    let failing = subject.distinctUntilChanged { value in
      if value == 2 { throw TestError.boom }
      return value
    }
    _ = failing.subscribe(recorder.handler("Ann"))
    for number in 1...3 { subject.onNext(number) }
    #expect(recorder.entries == ["Ann next(1)", "Ann error(boom)"])
    #expect(!subject.hasObservers)
  }

  @Test func `distinctUntilChanged compares with what was sent from inside the callback`() {
    _ = subject.distinctUntilChanged().subscribe(
      recorder.handler("Ann") { [subject] event in
        if event.element == 1 { for number in [1, 2, 2] { subject.onNext(number) } }
      })
    for number in [1, 2, 1] { subject.onNext(number) }
    #expect(recorder.entries == ["Ann next(1)", "Ann next(2)", "Ann next(1)", "Ann next(2)"])
  }
}
