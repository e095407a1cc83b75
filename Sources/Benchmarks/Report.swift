import Foundation

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

  /// To the hundredth that the table shows: two runs of one loop differ by more than what is below it.
  var isWithinLimit: Bool { (reading.ratio * 100).rounded() <= (comparison.limit * 100).rounded() }
}

/// How this program was built.
enum Configuration: String, Encodable {
  case debug
  case release

  #if DEBUG
    static let current = debug
  #else
    static let current = release
  #endif
}

extension Report {
  /// One document, keys sorted, numbers as they were measured.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let document = Document(
      configuration: configuration, rounds: rounds, comparisons: outcomes.map(Entry.init))
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }

  private struct Document: Encodable {
    let configuration: Configuration
    let rounds: Int
    let comparisons: [Entry]
  }

  private struct Entry: Encodable {
    let name: String
    let reference: String
    let nanoseconds: Double
    let referenceNanoseconds: Double
    let ratio: Double
    let limit: Double
    let isWithinLimit: Bool

    init(_ outcome: Outcome) {
      name = outcome.comparison.name
      reference = outcome.comparison.reference
      nanoseconds = outcome.reading.subject
      referenceNanoseconds = outcome.reading.reference
      ratio = outcome.reading.ratio
      limit = outcome.comparison.limit
      isWithinLimit = outcome.isWithinLimit
    }
  }
}

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

/// Columns of plain text as wide as their widest cell, two spaces apart, nothing at the ends of lines.
struct Table {
  struct Column {
    let title: String
    let isRightAligned: Bool

    static func words(_ title: String) -> Column { Column(title: title, isRightAligned: false) }
    static func numbers(_ title: String) -> Column { Column(title: title, isRightAligned: true) }
  }

  let columns: [Column]
  /// A cell for each column.
  let rows: [[String]]

  var text: String {
    let lines = [columns.map(\.title)] + rows
    let widths = columns.indices.map { index in lines.map { $0[index].count }.max() ?? 0 }
    return lines.map { line(of: $0, widths: widths) }.joined(separator: "\n")
  }

  private func line(of cells: [String], widths: [Int]) -> String {
    let padded = columns.indices.map { index in
      let spaces = String(repeating: " ", count: widths[index] - cells[index].count)
      return columns[index].isRightAligned ? spaces + cells[index] : cells[index] + spaces
    }
    let line = padded.joined(separator: "  ")
    return String(
      line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
  }
}
