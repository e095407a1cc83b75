/// What was measured, and how.
struct Report {
  let configuration: Configuration
  let rounds: Int
  let outcomes: [Outcome]

  var isWithinLimits: Bool { outcomes.allSatisfy(\.isWithinLimit) }
}

/// A comparison and what came of it.
struct Outcome {
  let comparison: Comparison
  let reading: Race.Reading

  /// The ratio is not rounded for this: 1.004 is over 1.
  var isWithinLimit: Bool { reading.ratio <= comparison.limit }
}
