import Concurrency
import MiniRx

extension Comparison {
  static let subjects = [
    // Beside one observer the two differ by no more than the noise, 5 %.
    publish(observers: 1, limit: 1.1), publish(observers: 1000, limit: 1.3), maps, relayValue,
  ]

  private static func publish(observers: Int, limit: Double) -> Comparison {
    Comparison(
      name: "PublishSubject onNext, \(observers) observer\(observers == 1 ? "" : "s")",
      reference: "fastest bare loop", limit: limit
    ) {
      (
        Sending.workload(to: PublishSubject<Int>(), observers: observers),
        Sending.workload(to: BareLoop<Int>(), observers: observers)
      )
    }
  }

  private static let maps = Comparison(
    name: "onNext through map × 3", reference: "fastest bare loop", limit: 4
  ) {
    let subject = PublishSubject<Int>()
    let sum = Sum()
    let mapped = subject.map { $0 &+ 1 }.map { $0 &* 3 }.map { $0 ^ 1 }
    _ = mapped.subscribe { sum.add($0) }
    return (
      { for number in 0..<$0 { subject.onNext(number) } },
      Sending.workload(to: BareLoop<Int>(), observers: 1)
    )
  }

  private static let relayValue = Comparison(
    name: "BehaviorRelay.value", reference: "lock and load", limit: 1.2
  ) {
    let relay = BehaviorRelay(value: 1)
    let number = Locked(1)
    return (summing { relay.value }, summing { number.withLock { $0 } })
  }

  private static func summing(_ read: @escaping () -> Int) -> Workload {
    let sum = Sum()
    return { for _ in 0..<$0 { sum.add(read()) } }
  }
}

/// The same workload for subjects and bare loops.
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

  // Generic, so that the closure is passed on without a wrapper.
  private static func subscribe<Subject: ObservableType>(
    _ observer: Observer<Subject.Element>, to subject: Subject, times: Int
  ) {
    for _ in 0..<times { _ = subject.subscribe(observer.handler) }
  }

  private struct Observer<Element: Sendable> {
    let handler: @Sendable (Event<Element>) -> Void
  }
}
