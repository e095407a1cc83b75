internal import Grading

enum Cell {
  case text(String)
  /// A text from another system, which reads it as it is.
  case unchanged(String)
  case number(Int)
  /// Whole or half points.
  case points(Double)

  static let empty = text("")
}

/// Writes tables as RFC 4180 describes: commas, quotes where they are needed, lines that end with
/// CR LF. The byte order mark is for spreadsheets, which otherwise do not decode UTF-8.
enum CSVText {
  static func of(_ header: [String], _ rows: [[Cell]]) -> String {
    "\u{FEFF}"
      + ([header.map(Cell.text)] + rows).map { $0.map(text).joined(separator: ",") + "\r\n" }
      .joined()
  }

  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .number(let number): "\(number)"
    case .points(let number): number.asPoints
    case .text(let text): quoted(harmless(text))
    case .unchanged(let text): quoted(text)
    }
  }

  /// The text without escape codes, and with an apostrophe wherever a spreadsheet would begin a
  /// formula, also after a semicolon, which may separate cells. A sign alone, such as Moodle's “-”
  /// for no date, does not begin a formula.
  static func harmless(_ text: String) -> String {
    let cleaned = text.cleaned(upTo: .max, lines: .max)
    let signs = "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars
    // Backwards, because what follows decides: a pattern would read a run of spaces repeatedly.
    var reversed: [Unicode.Scalar] = []
    var (isFormula, hasText) = (false, false)
    for scalar in cleaned.unicodeScalars.reversed() {
      if isFormula, scalar == ";" || scalar == "\n" { reversed.append("'") }
      reversed.append(scalar)
      guard !scalar.properties.isWhitespace else { continue }
      isFormula = hasText && signs.contains(scalar)
      hasText = true
    }
    if isFormula { reversed.append("'") }
    return String(String.UnicodeScalarView(reversed.reversed()))
  }

  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.unicodeScalars.contains { "\",;\t\r\n".unicodeScalars.contains($0) }
    let hasMargin = text.first?.isWhitespace == true || text.last?.isWhitespace == true
    return needsQuotes || hasMargin
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}

extension Double {
  /// `3` or `3.5`. The locale does not matter.
  var asPoints: String { self == rounded() ? "\(Int(self))" : inParts(of: 10) }

  /// `3.5` in tenths, `0.93` in hundredths. The locale does not matter.
  func inParts(of unit: Int) -> String {
    let parts = abs(Int((self * Double(unit)).rounded()))
    return "\(self < 0 ? "-" : "")\(parts / unit).\("\(unit + parts % unit)".dropFirst())"
  }
}
