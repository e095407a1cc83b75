/// The two sides of a comparison, timed alternately.
struct Race {
  private let subject: Stopwatch
  private let reference: Stopwatch
  private var rounds: [(subject: Double, reference: Double)] = []
  /// The number of normal rounds that one round of this comparison takes.
  private let length: Int
  private let comparison: Comparison

  init(_ comparison: Comparison) {
    self.comparison = comparison
    let workloads = comparison.prepare()
    subject = Stopwatch(workloads.subject)
    reference = Stopwatch(workloads.reference)
    length = max(subject.length, reference.length)
  }

  /// Times both sides once. They alternate in going first. The stack offset of a round is one of 64
  /// over five pages: the offset alone can make a loop of short calls 40 percent slower.
  mutating func run() {
    let offset = rounds.count / 2 % 64 * 272
    let referenceIsFirst = !rounds.count.isMultiple(of: 2)
    let round = withUnsafeTemporaryAllocation(byteCount: offset, alignment: 16) { _ in
      let first = referenceIsFirst ? reference.nanoseconds() : nil
      let subject = subject.nanoseconds()
      return (subject: subject, reference: first ?? reference.nanoseconds())
    }
    rounds.append(round)
  }

  private var measured: MeasuredComparison {
    MeasuredComparison(
      name: comparison.name, reference: comparison.reference, limit: comparison.limit,
      nanoseconds: Self.median(rounds.map(\.subject)),
      referenceNanoseconds: Self.median(rounds.map(\.reference)),
      ratio: Self.median(rounds.map { $0.subject / $0.reference }))
  }

  /// Enough for a stable median of operations that wait for a shared disk.
  private static let fewestRounds = 21

  /// The number of normal rounds from a round of this comparison to its next one.
  private func interval(in rounds: Int) -> Int {
    min(length, max(1, rounds / Self.fewestRounds))
  }

  /// The middle value, or the mean of the two middle values.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// Runs one round of every comparison before the next round of any, so that a slow second affects
  /// a few rounds of each, which the median ignores. Operations that are longer than a round run in
  /// fewer rounds, at least ``fewestRounds``. `progress` receives the number of completed rounds.
  static func measured(
    _ comparisons: [Comparison], rounds: Int, progress: (Int) -> Void
  ) -> [MeasuredComparison] {
    var races = comparisons.map { comparison in
      progress(0)
      return Race(comparison)
    }
    for round in 0..<rounds {
      for index in races.indices where round.isMultiple(of: races[index].interval(in: rounds)) {
        progress(round)
        races[index].run()
      }
    }
    return races.map(\.measured)
  }
}

/// A workload: runs its operation a number of times.
typealias Workload = (_ repetitions: Int) -> Void

/// The workload of an operation that takes much longer than its call.
func repeating(_ operation: @escaping () -> Void) -> Workload {
  { for _ in 0..<$0 { operation() } }
}

/// Measures the time of one operation of a workload, by running it often enough to fill a round.
struct Stopwatch {
  /// Long enough for the clock's resolution, short enough that most rounds are not interrupted.
  private static let roundDuration = Duration.milliseconds(2)

  private let workload: Workload
  private let repetitions: Int
  /// The length of a round, in round durations. 1 unless a single operation takes longer.
  let length: Int

  /// Doubles repetitions until a round takes half to all of its duration. Warms up the workload.
  init(_ workload: @escaping Workload) {
    self.workload = workload
    var repetitions = 1
    var last = ContinuousClock().measure { workload(1) }
    while last < Self.roundDuration / 2 {
      repetitions *= 2
      last = ContinuousClock().measure { workload(repetitions) }
    }
    length = max(1, Int(last / Self.roundDuration))
    self.repetitions = repetitions
  }

  func nanoseconds() -> Double {
    ContinuousClock().measure { workload(repetitions) } / .nanoseconds(repetitions)
  }
}
