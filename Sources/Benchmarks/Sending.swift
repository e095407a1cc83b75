import MiniRx

/// Sending to observers that add up, the same for subjects and for bare loops.
enum Sending {
  static func workload(
    to subject: some ObserverType<Int> & ObservableType<Int>, observers: Int
  ) -> Workload {
    subscribe(adder(), to: subject, times: observers)
    return { for number in 0..<$0 { subject.onNext(number) } }
  }

  /// One closure for all, and not a literal for each: the compiler would reach some of them through
  /// a jump, which is a third of a call, and would decide which side is faster.
  @inline(never)
  private static func adder() -> Observer<Int> {
    let sum = Sum()
    return Observer { sum.add($0) }
  }

  /// Generic, so that the closure is handed on as it is and not wrapped.
  private static func subscribe<Subject: ObservableType>(
    _ observer: Observer<Subject.Element>, to subject: Subject, times: Int
  ) {
    for _ in 0..<times { _ = subject.subscribe(observer.hear) }
  }

  private struct Observer<Element: Sendable> {
    let hear: @Sendable (Event<Element>) -> Void
  }
}
