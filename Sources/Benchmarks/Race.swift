/// Both sides of a comparison, timed in turns.
struct Race {
  private let subject: Stopwatch
  private let reference: Stopwatch
  private var rounds: [(subject: Double, reference: Double)] = []
  /// How many rounds of the others one of this counts for; 1 unless an operation is very long.
  private let length: Int
  private let isOnOneProcessor: Bool

  /// Sets both sides up and warms them up.
  init(_ comparison: Comparison) {
    isOnOneProcessor = comparison.isOnOneProcessor
    (subject, reference) = OneProcessor.run(if: isOnOneProcessor) {
      let (subject, reference) = comparison.prepare()
      return (Stopwatch(subject), Stopwatch(reference))
    }
    length = comparison.isUnsteady ? 1 : max(self.subject.length, self.reference.length)
  }

  /// Times both sides once. The sides alternate in going first, so that it is no advantage.
  ///
  /// Each round runs at another place of the stack, 64 places over five pages. The place alone makes a
  /// loop of short calls up to 40 percent slower; the system chooses it at random for each process, and
  /// the two sides differ in theirs.
  mutating func run() {
    let offset = rounds.count / 2 % 64 * 272
    let round = OneProcessor.run(if: isOnOneProcessor) {
      withUnsafeTemporaryAllocation(byteCount: offset, alignment: 16) { _ in nextRound() }
    }
    rounds.append(round)
  }

  private func nextRound() -> (subject: Double, reference: Double) {
    guard rounds.count.isMultiple(of: 2) else {
      let first = reference.nanoseconds()
      return (subject: subject.nanoseconds(), reference: first)
    }
    let first = subject.nanoseconds()
    return (subject: first, reference: reference.nanoseconds())
  }

  /// What the rounds so far come to; there must have been one.
  var reading: Reading {
    Reading(
      subject: Self.median(rounds.map(\.subject)),
      reference: Self.median(rounds.map(\.reference)),
      ratio: Self.median(rounds.map { $0.subject / $0.reference }))
  }

  /// Nanoseconds per operation of each side, and how they compare.
  struct Reading {
    let subject: Double
    let reference: Double
    /// The median of the rounds' ratios: the two sides of a round share whatever else the machine does.
    let ratio: Double
  }

  /// Enough for the median of operations that write files, which wait for a disk that others use, too.
  private static let fewestRounds = 21

  /// The middle one, or the mean of the middle two.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// Runs a round of every comparison before the next of any, so that a slow second of the machine
  /// is a few rounds of each, which the median ignores, and not the whole of one. Operations that
  /// are longer than a round take part in fewer, down to ``fewestRounds``, unless they are unsteady.
  ///
  /// - Parameters:
  ///   - comparisons: all are set up before the first round.
  ///   - rounds: at least one.
  ///   - progress: Called with the number of completed rounds before each step, while no operation runs.
  /// - Returns: a reading for each comparison.
  static func readings(
    of comparisons: [Comparison], rounds: Int, progress: (Int) -> Void
  ) -> [Reading] {
    var races = comparisons.map { comparison in
      progress(0)
      return Race(comparison)
    }
    for round in 0..<rounds {
      for index in races.indices
      where round.isMultiple(of: min(races[index].length, max(1, rounds / fewestRounds))) {
        progress(round)
        races[index].run()
      }
    }
    return races.map(\.reading)
  }
}

/// What is measured: runs its operation that many times.
typealias Workload = (_ repetitions: Int) -> Void

/// Times a workload: runs it as often as fills a round, and returns the time of one operation.
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
