import MiniRx

extension Comparison {
  /// Sending, reading, replaying and subscribing, beside bare loops.
  static let subjects: [Comparison] =
    [1, 10, 1000].flatMap(publish) + [
      behavior, replay(bufferSize: 1), replay(bufferSize: 100),
      subjectValue, relayValue, lateSubscription, maps,
      subscription(others: 0), subscription(others: 1000), crowd,
    ]

  private static func publish(observers: Int) -> [Comparison] {
    let name = "PublishSubject onNext, \(observers) observer\(observers == 1 ? "" : "s")"
    let subject = { @Sendable in
      let subject = PublishSubject<Int>()
      return sending(to: subject, observers: observers)
    }
    return [
      Comparison(
        name: name, reference: "fastest bare loop",
        limit: [1: 1.0, 10: 1.2, 1000: 1.3][observers, default: 1.3]
      ) { (subject(), bareLoop(observers: observers)) },
      Comparison(
        name: name, reference: "plain array of closures",
        limit: [1: 0.75][observers, default: 0.35]
      ) { (subject(), plainLoop(observers: observers)) },
    ]
  }

  private static let behavior = Comparison(
    name: "BehaviorSubject onNext, 1 observer", reference: "fastest bare loop", limit: 3
  ) {
    (sending(to: BehaviorSubject(value: 0), observers: 1), bareLoop(observers: 1))
  }

  private static func replay(bufferSize: Int) -> Comparison {
    Comparison(
      name: "ReplaySubject(\(bufferSize)) onNext, 1 observer", reference: "fastest bare loop",
      limit: 3
    ) {
      (
        sending(to: ReplaySubject.create(bufferSize: bufferSize), observers: 1),
        bareLoop(observers: 1)
      )
    }
  }

  private static let subjectValue = Comparison(
    name: "BehaviorSubject.value()", reference: "lock and load", limit: 1.2
  ) {
    let subject = BehaviorSubject(value: 1)
    return (summing { (try? subject.value()) ?? 0 }, lockAndLoad())
  }

  private static let relayValue = Comparison(
    name: "BehaviorRelay.value", reference: "lock and load", limit: 1.2
  ) {
    let relay = BehaviorRelay(value: 1)
    return (summing { relay.value }, lockAndLoad())
  }

  private static let lateSubscription = Comparison(
    name: "late subscription that replays 100", reference: "plain loop over 100 closures", limit: 6
  ) {
    let subject = ReplaySubject<Int>.create(bufferSize: 100)
    for number in 1...100 { subject.onNext(number) }
    let sum = Sum()
    return (
      { for _ in 0..<$0 { subject.subscribe { sum.add($0) }.dispose() } },
      plainLoop(observers: 100)
    )
  }

  private static let maps = Comparison(
    name: "onNext through map × 3", reference: "plain loop with 1 closure", limit: 4.5
  ) {
    let subject = PublishSubject<Int>()
    let sum = Sum()
    let mapped = subject.map { $0 &+ 1 }.map { $0 &* 3 }.map { $0 ^ 1 }
    _ = mapped.subscribe { sum.add($0) }
    return ({ for number in 0..<$0 { subject.onNext(number) } }, plainLoop(observers: 1))
  }

  private static func subscription(others: Int) -> Comparison {
    Comparison(
      name: "subscribe and dispose beside \(others)", reference: "append and remove", limit: 9
    ) {
      let subject = PublishSubject<Int>()
      let bare = BareLoop<Int>()
      let sum = Sum()
      for _ in 0..<others {
        _ = subject.subscribe { sum.add($0) }
        bare.append { sum.add($0) }
      }
      return (
        { for _ in 0..<$0 { subject.subscribe { sum.add($0) }.dispose() } },
        {
          for _ in 0..<$0 {
            bare.append { sum.add($0) }
            bare.removeLast()
          }
        }
      )
    }
  }

  /// The oldest of 1000 leaves and a new one comes: from the front, not from the end of the array.
  private static let crowd = Comparison(
    name: "the oldest of 1000 leaves, one comes", reference: "append and remove", limit: 9
  ) {
    let subject = PublishSubject<Int>()
    let bare = BareLoop<Int>()
    let sum = Sum()
    var subscriptions = (0..<1000).map { _ in subject.subscribe { sum.add($0) } }
    var oldest = 0
    return (
      { repetitions in
        for _ in 0..<repetitions {
          subscriptions[oldest].dispose()
          subscriptions[oldest] = subject.subscribe { sum.add($0) }
          oldest = (oldest + 1) % subscriptions.count
        }
      },
      {
        for _ in 0..<$0 {
          bare.append { sum.add($0) }
          bare.removeLast()
        }
      }
    )
  }

  // MARK: Workloads

  private static func sending(to subject: PublishSubject<Int>, observers: Int) -> Workload {
    let sum = Sum()
    for _ in 0..<observers { _ = subject.subscribe { sum.add($0) } }
    return { for number in 0..<$0 { subject.onNext(number) } }
  }

  private static func sending(to subject: BehaviorSubject<Int>, observers: Int) -> Workload {
    let sum = Sum()
    for _ in 0..<observers { _ = subject.subscribe { sum.add($0) } }
    return { for number in 0..<$0 { subject.onNext(number) } }
  }

  private static func sending(to subject: ReplaySubject<Int>, observers: Int) -> Workload {
    let sum = Sum()
    for _ in 0..<observers { _ = subject.subscribe { sum.add($0) } }
    return { for number in 0..<$0 { subject.onNext(number) } }
  }

  private static func bareLoop(observers: Int) -> Workload {
    let loop = BareLoop<Int>()
    let sum = Sum()
    for _ in 0..<observers { loop.append { sum.add($0) } }
    return { for number in 0..<$0 { loop.onNext(number) } }
  }

  private static func plainLoop(observers: Int) -> Workload {
    let loop = PlainLoop()
    let sum = Sum()
    for _ in 0..<observers { loop.append { sum.add($0) } }
    return { for number in 0..<$0 { loop.onNext(number) } }
  }

  private static func lockAndLoad() -> Workload {
    let number = LockedNumber(1)
    return summing { number.value }
  }

  private static func summing(_ read: @escaping () -> Int) -> Workload {
    let sum = Sum()
    return { for _ in 0..<$0 { sum.add(read()) } }
  }
}
