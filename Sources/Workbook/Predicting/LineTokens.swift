internal import Terminal

/// A line as it is shown: `(word | number | other character)*`, without key sequences, with single
/// spaces. Lines that differ only in white space are equal.
struct LineTokens: Hashable {
  let tokens: [Substring]
  let text: String
  private let compared: String

  var isBlank: Bool { tokens.isEmpty }

  init(_ line: some StringProtocol) {
    text = line.withoutKeys.split { $0.isWhitespace }.joined(separator: " ")
    compared = text.compared
    var tokens: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let isInToken = { (character: Character) in
        first.isNumber ? character.isNumber : character.isLetter || character == "_"
      }
      tokens.append(isInToken(first) ? rest.prefix(while: isInToken) : rest.prefix(1))
      rest = rest[tokens[tokens.count - 1].endIndex...]
    }
    self.tokens = tokens
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

  /// The guess above the printed line, with carets under the difference, unless the whole lines
  /// differ or one is wider than `width`.
  func lines(width: Int = 80) -> [String] {
    let labels = ["    yours    ", "    printed  "]
    let rows = zip(labels, [guess, printed]).map { $0 + $1.text }
    guard start + end > 0, rows.allSatisfy({ $0.count <= width }) else { return rows }
    let lengths = [guess, printed].map { $0.tokens[start...].dropLast(end).joined().count }
    let column = labels[0].count + printed.tokens[..<start].joined().count
    return rows + ["".padded(to: column) + "".padded(to: max(1, lengths[0], lengths[1]), with: "^")]
  }
}
