import MiniRx

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

  /// Generic, so that the closure is handed on as it is and not wrapped.
  private static func subscribe<Subject: ObservableType>(
    _ observer: Observer<Subject.Element>, to subject: Subject, times: Int
  ) {
    for _ in 0..<times { _ = subject.subscribe(observer.handler) }
  }

  private struct Observer<Element: Sendable> {
    let handler: @Sendable (Event<Element>) -> Void
  }
}
