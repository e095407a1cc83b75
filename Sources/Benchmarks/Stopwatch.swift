/// What is measured: runs its operation that many times.
typealias Workload = (_ repetitions: Int) -> Void

/// Times a workload: runs it as often as fills a round, and says how long one operation took.
struct Stopwatch {
  /// Long enough for the clock, short enough that most rounds are not interrupted.
  private static let roundDuration = Duration.milliseconds(2)

  private let workload: Workload
  private let repetitions: Int

  /// Doubles the repetitions until a round takes between half its duration and all of it; warms up on
  /// the way.
  init(_ workload: @escaping Workload) {
    var repetitions = 1
    while ContinuousClock().measure({ workload(repetitions) }) < Self.roundDuration / 2 {
      repetitions *= 2
    }
    self.workload = workload
    self.repetitions = repetitions
  }

  func nanoseconds() -> Double {
    ContinuousClock().measure { workload(repetitions) } / .nanoseconds(repetitions)
  }
}
