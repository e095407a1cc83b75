internal import Foundation
internal import Terminal

/// The lines that a learner expects a page to print, without blank lines, lines that begin with
/// `#`, and what `compared` drops.
struct PredictedLines: Sendable, Hashable {
  let lines: [String]
  /// The number of each line in the file, from 1.
  private let numbers: [Int]

  init(_ text: String) {
    // Some editors begin a file with a byte order mark.
    let all = text.trimmingPrefix("\u{FEFF}")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.withoutKeys.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let counted = zip(1..., all).filter { !$0.1.isEmpty && !$0.1.hasPrefix("#") }
    (numbers, lines) = (counted.map(\.0), counted.map(\.1))
  }

  /// The first difference from the lines that the page prints, as a sentence. Nil if there is none.
  func difference(from printed: [String]) -> String? {
    let expected = PredictedLines(printed.joined(separator: "\n")).lines
    let (given, printed) = (lines.map(\.compared), expected.map(\.compared))
    let place = zip(given, printed).prefix { $0 == $1 }.count
    guard place < max(lines.count, expected.count) else { return nil }
    let before =
      place == 0 ? "" : place == 1 ? "Line 1 is right. " : "Lines 1 to \(place) are right. "
    if place == lines.count {
      return before
        + (lines.isEmpty ? "There is no line yet." : "The page prints more: which line is next?")
    }
    // The line number in an editor, if comments or blank lines come before it.
    let number = numbers[place] == place + 1 ? "" : " (Prediction.txt:\(numbers[place]))"
    let written = "Line \(place + 1)\(number) is “\(lines[place].cleaned(upTo: 200, lines: 1))”"
    guard place < expected.count else {
      return before
        + "\(written), and the page prints only \(expected.count) line\(expected.count == 1 ? "" : "s")."
    }
    // The messages do not reveal the right line.
    if given[place].lowercased() == printed[place].lowercased() {
      return before + "\(written), and the page prints it with different capitalization."
    }
    if printed[place...].contains(given[place]) {
      return before + "\(written), which the page prints later."
    }
    return before
      + "\(written), which the page \(place == 0 ? "does not print" : "prints nowhere after that")."
  }
}
