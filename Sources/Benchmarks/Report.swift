import Foundation

/// The results of a run, with its configuration.
struct Report {
  let configuration: Configuration
  let rounds: Int
  let outcomes: [MeasuredComparison]

  var isWithinLimits: Bool { outcomes.allSatisfy(\.isWithinLimit) }
}

/// A comparison and its result.
struct MeasuredComparison {
  let comparison: Comparison
  let reading: Race.Reading

  /// Rounded to hundredths, as in the table; smaller differences are noise.
  var isWithinLimit: Bool { (reading.ratio * 100).rounded() <= (comparison.limit * 100).rounded() }
}

/// The build configuration of this program.
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
  /// A JSON document with sorted keys and unrounded numbers.
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

    init(_ outcome: MeasuredComparison) {
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
  /// Plain text: an explanation of the figures, a line for each comparison, and the number of
  /// comparisons within their limits.
  func table() -> String {
    let within = outcomes.count { $0.isWithinLimit }
    return """
      Nanoseconds per operation, medians over \(rounds) round\(rounds == 1 ? "" : "s"); both sides \
      take turns in one process.
      The ratio is the median of the rounds' ratios; `ok` is a ratio that is not above its limit.

      \(TextTable(columns: Self.columns, rows: outcomes.map(Self.row)).text)

      \(within) of \(outcomes.count) within their limits

      """
  }

  private static let columns: [TextTable.Column] = [
    .words("operation"), .words("compared with"), .numbers("ns"), .numbers("its ns"),
    .numbers("ratio"), .numbers("limit"), .words(""),
  ]

  private static func row(_ outcome: MeasuredComparison) -> [String] {
    [
      outcome.comparison.name, outcome.comparison.reference,
      nanoseconds(outcome.reading.subject), nanoseconds(outcome.reading.reference),
      String(format: "%.2f", outcome.reading.ratio),
      String(format: "%.2f", outcome.comparison.limit),
      outcome.isWithinLimit ? "ok" : "over",
    ]
  }

  /// One decimal below 100, none from 100 on; 99.96 is shown as 100.
  static func nanoseconds(_ value: Double) -> String {
    String(format: (value * 10).rounded() < 1000 ? "%.1f" : "%.0f", value)
  }
}

/// A plain-text table. Each column is as wide as its widest cell; columns are separated by two
/// spaces, and lines have no trailing spaces.
struct TextTable {
  struct Column {
    let title: String
    let isRightAligned: Bool

    static func words(_ title: String) -> Column { Column(title: title, isRightAligned: false) }
    static func numbers(_ title: String) -> Column { Column(title: title, isRightAligned: true) }
  }

  let columns: [Column]
  /// The rows, with a cell for each column.
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
