internal import Terminal

/// Up to four different lines, one of which is printed next.
///
/// Their order depends on the texts and on the place of the line, not on which of them is printed.
/// So a letter reveals nothing.
struct LineChoices {
  private static let letters = ["A", "B", "C", "D"]

  /// The largest number of lines.
  static var limit: Int { letters.count }

  let lines: [LineTokens]

  /// The lines, at least two and all different, in alphabetical order, rotated by `turn`.
  init(_ lines: [LineTokens], turn: Int) {
    let sorted = lines.sorted { $0.text < $1.text }
    let first = turn % sorted.count
    self.lines = Array(sorted[first...] + sorted[..<first])
  }

  /// `A to D`.
  var range: String { "A to \(Self.letters[lines.count - 1])" }

  /// The lines, each after its letter.
  var shown: [String] {
    zip(Self.letters, lines).flatMap { letter, line in
      line.text.wrapped(indentation: "     ", first: "  \(letter)  ")
    }
  }

  /// The line with a letter, ignoring case. Nil if there is none.
  subscript(letter: String) -> LineTokens? {
    zip(Self.letters, lines).first { $0.0 == letter.uppercased() }?.1
  }
}
