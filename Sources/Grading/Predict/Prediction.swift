internal import Foundation

/// The lines that a learner expects a page to print.
///
/// Blank lines and those that begin with `#` do not count, nor does the white space around a line or the amount of it
/// between two words.
struct Prediction: Sendable, Hashable {
  let lines: [String]

  init(_ text: String) {
    // Some editors begin a file with a byte order mark.
    lines = text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline)
      .map(Self.normalized)
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  private static func normalized(_ line: Substring) -> String {
    line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The first difference from the lines that the page prints, as a sentence. Nil if there is none.
  func difference(from printed: [String]) -> String? {
    let expected = Prediction(printed.joined(separator: "\n")).lines
    let place = zip(lines, expected).prefix { $0 == $1 }.count
    guard place < max(lines.count, expected.count) else { return nil }
    let before =
      place == 0 ? "" : place == 1 ? "Line 1 is right. " : "Lines 1 to \(place) are right. "
    if place == lines.count {
      return before
        + (lines.isEmpty ? "There is no line yet." : "The page prints more: which line is next?")
    }
    let written = "Line \(place + 1) is “\(lines[place].cleaned(upTo: 200, lines: 1))”"
    guard place < expected.count else {
      return before + "\(written), and the page prints only \(expected.count)."
    }
    // The right line is not given away.
    if expected[place...].contains(lines[place]) {
      return before + "\(written), which the page prints later."
    }
    return before
      + "\(written), which the page \(place == 0 ? "does not print" : "prints nowhere after that")."
  }
}
