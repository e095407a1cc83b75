import Concurrency
import MiniRx

extension Comparison {
  /// Sending, reading, replaying and subscribing, compared with bare loops.
  static let subjects: [Comparison] =
    [
      publish(observers: 1, besideBareLoop: 1.0, besidePlainLoop: 0.75),
      publish(observers: 1000, besideBareLoop: 1.3, besidePlainLoop: 0.35),
      [relayValue, lateSubscription, maps, flatness],
    ].flatMap { $0 }

  /// Sending compared with two references, each with its own limit.
  private static func publish(
    observers: Int, besideBareLoop bareLimit: Double, besidePlainLoop plainLimit: Double
  ) -> [Comparison] {
    let name = "PublishSubject onNext, \(observers) observer\(observers == 1 ? "" : "s")"
    return [
      Comparison(name: name, reference: "fastest bare loop", limit: bareLimit) {
        (
          Sending.workload(to: PublishSubject<Int>(), observers: observers),
          bareLoop(observers: observers)
        )
      },
      Comparison(name: name, reference: "plain array of closures", limit: plainLimit) {
        (
          Sending.workload(to: PublishSubject<Int>(), observers: observers),
          plainLoop(observers: observers)
        )
      },
    ]
  }

  private static let relayValue = Comparison(
    name: "BehaviorRelay.value", reference: "lock and load", limit: 1.2
  ) {
    let relay = BehaviorRelay(value: 1)
    return (summing { relay.value }, lockAndLoad())
  }

  private static let lateSubscription = Comparison(
    name: "late subscription that replays 100", reference: "plain loop over 100", limit: 6
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
    name: "onNext through map × 3", reference: "plain array of closures", limit: 4.5
  ) {
    let subject = PublishSubject<Int>()
    let sum = Sum()
    let mapped = subject.map { $0 &+ 1 }.map { $0 &* 3 }.map { $0 ^ 1 }
    _ = mapped.subscribe { sum.add($0) }
    return ({ for number in 0..<$0 { subject.onNext(number) } }, plainLoop(observers: 1))
  }

  /// Checks that the cost does not depend on the number of observers.
  private static let flatness = Comparison(
    name: "subscribe and dispose beside 1000", reference: "the same beside 0", limit: 1.5
  ) {
    (subscribingAndDisposing(others: 1000), subscribingAndDisposing(others: 0))
  }

  // MARK: Workloads

  private static func subscribingAndDisposing(others: Int) -> Workload {
    let subject = PublishSubject<Int>()
    let sum = Sum()
    for _ in 0..<others { _ = subject.subscribe { sum.add($0) } }
    return { for _ in 0..<$0 { subject.subscribe { sum.add($0) }.dispose() } }
  }

  private static func bareLoop(observers: Int) -> Workload {
    Sending.workload(to: BareLoop<Int>(), observers: observers)
  }

  private static func plainLoop(observers: Int) -> Workload {
    Sending.workload(to: PlainLoop<Int>(), observers: observers)
  }

  private static func lockAndLoad() -> Workload {
    let number = Locked(1)
    return summing { number.withLock { $0 } }
  }

  private static func summing(_ read: @escaping () -> Int) -> Workload {
    let sum = Sum()
    return { for _ in 0..<$0 { sum.add(read()) } }
  }
}

/// A workload that sends to summing observers, the same for subjects and bare loops.
enum Sending {
  static func workload(
    to subject: some ObserverType<Int> & ObservableType<Int>, observers: Int
  ) -> Workload {
    subscribe(adder(), to: subject, times: observers)
    return { for number in 0..<$0 { subject.onNext(number) } }
  }

  /// One closure for all observers instead of a literal for each: the compiler would reach some of
  /// them through a jump, which is a third of a call, and would decide which side is faster.
  @inline(never)
  private static func adder() -> Observer<Int> {
    let sum = Sum()
    return Observer { sum.add($0) }
  }

  /// Generic, so that the closure is passed on without a wrapper.
  private static func subscribe<Subject: ObservableType>(
    _ observer: Observer<Subject.Element>, to subject: Subject, times: Int
  ) {
    for _ in 0..<times { _ = subject.subscribe(observer.handler) }
  }

  private struct Observer<Element: Sendable> {
    let handler: @Sendable (Event<Element>) -> Void
  }
}
