import Foundation

extension Report {
  /// Plain text: what the figures are, a line for each comparison, and how many kept their limits.
  func table() -> String {
    let within = outcomes.count { $0.isWithinLimit }
    return """
      Nanoseconds per operation, medians over \(rounds) round\(rounds == 1 ? "" : "s"); both sides \
      take turns in one process.
      The ratio is the median of the rounds' ratios; `ok` is a ratio that is not above its limit.

      \(Table(columns: Self.columns, rows: outcomes.map(Self.row)).text)

      \(within) of \(outcomes.count) within their limits

      """
  }

  private static let columns: [Table.Column] = [
    .words("operation"), .words("compared with"), .numbers("ns"), .numbers("its ns"),
    .numbers("ratio"), .numbers("limit"), .words(""),
  ]

  private static func row(_ outcome: Outcome) -> [String] {
    [
      outcome.comparison.name, outcome.comparison.reference,
      nanoseconds(outcome.reading.subject), nanoseconds(outcome.reading.reference),
      String(format: "%.2f", outcome.reading.ratio),
      String(format: "%.2f", outcome.comparison.limit),
      outcome.isWithinLimit ? "ok" : "over",
    ]
  }

  /// One decimal below 100, none from there on; 99.96 is 100.
  static func nanoseconds(_ value: Double) -> String {
    String(format: (value * 10).rounded() < 1000 ? "%.1f" : "%.0f", value)
  }
}
