/// A cell of a table that is written.
enum Cell {
  case text(String)
  case number(Int)
  /// A number with one decimal place, such as a median.
  case decimal(Double)
  case empty
}

/// Writes tables as RFC 4180 describes: commas, quotes where they are needed, lines that end with CR LF.
enum CSVText {
  static func of(_ rows: [[Cell]]) -> String {
    rows.map { $0.map(text).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .empty: ""
    case .number(let number): "\(number)"
    case .decimal(let number): number.inOneDecimal
    case .text(let text): quoted(harmless(text))
    }
  }

  /// A spreadsheet would take a text with one of these beginnings for a formula. Moodle's dash for no date is none.
  private static func harmless(_ text: String) -> String {
    guard text != "-", let first = text.unicodeScalars.first,
      "=+-@\t\r".unicodeScalars.contains(first)
    else {
      return text
    }
    return "'" + text
  }

  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    return needsQuotes || text != text.trimmed
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}

extension Double {
  /// `3.5`. The locale does not matter.
  var inOneDecimal: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
