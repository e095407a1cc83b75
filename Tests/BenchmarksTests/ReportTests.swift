import Testing

@testable import Benchmarks

struct `A report` {
  private let report = Report(
    rounds: 3,
    outcomes: [
      outcome("sending", subject: 13.74, reference: 14.02, ratio: 0.98, limit: 1),
      outcome("replaying a hundred", subject: 1999.6, reference: 99.96, ratio: 20.006, limit: 20),
    ])

  private static func outcome(
    _ name: String, subject: Double, reference: Double, ratio: Double, limit: Double
  ) -> MeasuredComparison {
    MeasuredComparison(
      name: name, reference: "bare loop", limit: limit, nanoseconds: subject,
      referenceNanoseconds: reference, ratio: ratio)
  }

  @Test
  func `aligns its columns and counts the comparisons within their limits`() {
    let lines = report.table().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.suffix(5) == [
        "operation            compared with    ns  its ns  ratio  limit",
        "sending              bare loop      13.7    14.0   0.98   1.00  ok",
        "replaying a hundred  bare loop      2000     100  20.01  20.00  over",
        "",
        "1 of 2 within their limits",
      ])
  }

  @Test(arguments: [(1.0049, true), (1.0051, false)])
  func `judges the ratio that it shows`(ratio: Double, isWithin: Bool) {
    let outcome = Self.outcome("sending", subject: 1, reference: 1, ratio: ratio, limit: 1)
    let report = Report(rounds: 3, outcomes: [outcome])
    let line = report.table().split(separator: "\n")[3]
    #expect(line.hasSuffix(isWithin ? "1.00   1.00  ok" : "1.01   1.00  over"))
    #expect(outcome.isWithinLimit == isWithin)
  }

  @Test
  func `takes the median of its rounds`() {
    #expect([[3.0, 1, 2], [4, 1, 3, 2], [5]].map(Race.median) == [2, 2.5, 5])
  }
}
