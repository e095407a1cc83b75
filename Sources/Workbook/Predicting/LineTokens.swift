internal import Terminal

/// A line as it is shown and compared: `(word | number | other character)*`.
///
/// White space at the ends, control characters and key sequences are dropped, and a run of white
/// space between two words is one space. White space makes no difference to whether lines are
/// equal.
struct LineTokens: Hashable {
  let tokens: [Substring]
  let text: String
  private let compared: String

  var isBlank: Bool { tokens.isEmpty }

  init(_ line: some StringProtocol) {
    let visible = line.withoutKeys.unicodeScalars.filter { scalar in
      scalar.properties.isWhitespace || scalar.properties.generalCategory != .control
    }
    text = String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    compared = text.compared
    tokens = text.matches(of: /[\p{Alphabetic}_]+|\p{Number}+|./).map(\.output)
  }

  static func == (one: LineTokens, other: LineTokens) -> Bool { one.compared == other.compared }

  func hash(into hasher: inout Hasher) { hasher.combine(compared) }

  /// Whether the line states more than one fact: parts with a comma or a semicolon between them,
  /// outside of quotation marks. A reader could not guess its wording.
  var hasSeveralFacts: Bool { text.replacing(/"[^"]*"/, with: "").contains(#/[,;] /#) }
}

/// The difference between two lines: the tokens between their common beginning and common end.
struct LineDifference {
  private let printed: LineTokens
  private let guess: LineTokens
  private let start: Int
  private let end: Int

  init(printed: LineTokens, guess: LineTokens) {
    self.printed = printed
    self.guess = guess
    let (one, other) = (printed.tokens, guess.tokens)
    let start = zip(one, other).prefix { $0 == $1 }.count
    let shorter = min(one.count, other.count)
    end = zip(one.reversed(), other.reversed()).prefix(shorter - start).prefix { $0 == $1 }.count
    self.start = start
  }

  var size: Int { max(printed.tokens.count, guess.tokens.count) - start - end }

  /// Whether the lines neither begin nor end alike.
  var isWhole: Bool { start + end == 0 }

  /// The guess above the printed line, with carets under the difference. The carets are left out if
  /// the whole lines differ, or if a line is wider than `width` and the terminal wraps it.
  func lines(width: Int = 80) -> [String] {
    let labels = ["    yours    ", "    printed  "]
    let rows = zip(labels, [guess, printed]).map { $0 + $1.text }
    guard !isWhole, rows.allSatisfy({ $0.count <= width }) else { return rows }
    let length = [guess, printed].map { $0.tokens[start...].dropLast(end).joined().count }
      .reduce(1, max)
    let column = labels[0].count + printed.tokens[..<start].joined().count
    return rows + [
      String(repeating: " ", count: column) + String(repeating: "^", count: length)
    ]
  }
}
