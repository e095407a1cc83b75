/// What is measured: runs its operation that many times.
typealias Workload = (_ repetitions: Int) -> Void

/// Times a workload: runs it as often as fills a round, and says how long one operation took.
struct Stopwatch {
  /// Long enough for the clock, short enough that most rounds are not interrupted.
  private static let roundDuration = Duration.milliseconds(2)

  private let workload: Workload
  private let repetitions: Int
  /// How many times a round's duration one round takes; 1 unless a single operation is longer.
  let length: Int

  /// Doubles the repetitions until a round takes between half its duration and all of it; warms up on
  /// the way.
  init(_ workload: @escaping Workload) {
    var repetitions = 1
    while ContinuousClock().measure({ workload(repetitions) }) < Self.roundDuration / 2 {
      repetitions *= 2
    }
    let last = ContinuousClock().measure { workload(repetitions) }
    length = max(1, Int(last / Self.roundDuration))
    self.workload = workload
    self.repetitions = repetitions
  }

  func nanoseconds() -> Double {
    ContinuousClock().measure { workload(repetitions) } / .nanoseconds(repetitions)
  }
}
