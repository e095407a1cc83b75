import Foundation

struct Report {
  let rounds: Int
  let outcomes: [MeasuredComparison]

  var isWithinLimits: Bool { outcomes.allSatisfy(\.isWithinLimit) }
}

/// The nanoseconds per operation of each side of a comparison, and the median of the rounds'
/// ratios: both sides of a round share the load of the machine.
struct MeasuredComparison {
  let name: String
  let reference: String
  let limit: Double
  let nanoseconds: Double
  let referenceNanoseconds: Double
  let ratio: Double

  /// Rounded to hundredths, as in the table; smaller differences are noise.
  var isWithinLimit: Bool { (ratio * 100).rounded() <= (limit * 100).rounded() }

  fileprivate var cells: [String] {
    [
      name, reference, Self.text(nanoseconds), Self.text(referenceNanoseconds),
      String(format: "%.2f", ratio), String(format: "%.2f", limit), isWithinLimit ? "ok" : "over",
    ]
  }

  /// One decimal below 100, none from 100 on; 99.96 is shown as 100.
  private static func text(_ nanoseconds: Double) -> String {
    String(format: (nanoseconds * 10).rounded() < 1000 ? "%.1f" : "%.0f", nanoseconds)
  }
}

extension Report {
  private static let titles = ["operation", "compared with", "ns", "its ns", "ratio", "limit", ""]
  /// The columns of numbers, which are aligned at their ends.
  private static let numbers = 2...5

  func table() -> String {
    let within = outcomes.count { $0.isWithinLimit }
    let rows = [Self.titles] + outcomes.map(\.cells)
    let widths = Self.titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return """
      Nanoseconds per operation, medians over \(rounds) round\(rounds == 1 ? "" : "s"); both sides \
      take turns in one process.
      The ratio is the median of the rounds' ratios; `ok` is a ratio that is not above its limit.

      \(rows.map { Self.line(of: $0, widths) }.joined(separator: "\n"))

      \(within) of \(outcomes.count) within their limits
      """
  }

  /// The cells as wide as their columns, with two spaces between them and none at the end.
  private static func line(of cells: [String], _ widths: [Int]) -> String {
    let padded = cells.enumerated().map { column, cell in
      let spaces = String(repeating: " ", count: widths[column] - cell.count)
      return numbers.contains(column) ? spaces + cell : cell + spaces
    }
    return padded.joined(separator: "  ").replacing(#/ +$/#, with: "")
  }
}
