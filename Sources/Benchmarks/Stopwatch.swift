/// What is measured: runs its operation that many times.
typealias Workload = (_ repetitions: Int) -> Void

/// Times two workloads against each other in one process.
enum Stopwatch {
  /// Nanoseconds per operation of each, and how they compare.
  struct Reading {
    let subject: Double
    let reference: Double
    /// The median of the ratios of neighbouring rounds, which share whatever else the machine does.
    let ratio: Double
  }

  /// Alternates between both, so that a slow moment slows both, and takes medians over the rounds.
  static func compare(
    _ subject: Workload, with reference: Workload, rounds: Int, roundDuration: Duration
  ) -> Reading {
    let repetitions = (
      repetitionsFilling(roundDuration, with: subject),
      repetitionsFilling(roundDuration, with: reference)
    )
    var readings: [(subject: Double, reference: Double)] = []
    for _ in 0..<rounds {
      readings.append(
        (
          nanoseconds(of: subject, repetitions: repetitions.0),
          nanoseconds(of: reference, repetitions: repetitions.1)
        ))
    }
    return Reading(
      subject: median(readings.map(\.subject)),
      reference: median(readings.map(\.reference)),
      ratio: median(readings.map { $0.subject / $0.reference }))
  }

  /// Doubles the repetitions until a round takes long enough for the clock; warms up on the way.
  private static func repetitionsFilling(_ duration: Duration, with workload: Workload) -> Int {
    var repetitions = 1
    while ContinuousClock().measure({ workload(repetitions) }) < duration / 2 { repetitions *= 2 }
    return repetitions
  }

  private static func nanoseconds(of workload: Workload, repetitions: Int) -> Double {
    ContinuousClock().measure { workload(repetitions) } / .nanoseconds(repetitions)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
