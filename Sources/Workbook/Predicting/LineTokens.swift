internal import Terminal

/// A line as it is shown and compared: `(word | number | other character)*`.
///
/// White space at the ends, control characters and key sequences are dropped, and a run of white
/// space between two words is one space. Lines are equal if their ``compared`` texts are, so white
/// space makes no difference.
struct LineTokens: Hashable {
  let tokens: [Substring]

  /// The line after dropping these.
  let text: String

  private let compared: String

  var isBlank: Bool { tokens.isEmpty }

  init(_ line: some StringProtocol) {
    var visible = String.UnicodeScalarView()
    for word in line.withoutKeys.split(whereSeparator: \.isWhitespace) {
      let scalars = word.unicodeScalars.filter { !$0.isControl }
      if !visible.isEmpty && !scalars.isEmpty { visible.append(" ") }
      visible.append(contentsOf: scalars)
    }
    text = String(visible)
    compared = text.compared
    tokens = Self.split(text)
  }

  init(tokens: [Substring]) {
    self.tokens = tokens
    text = tokens.joined()
    compared = text.compared
  }

  static func == (one: LineTokens, other: LineTokens) -> Bool { one.compared == other.compared }

  func hash(into hasher: inout Hasher) { hasher.combine(compared) }

  private static func split(_ text: String) -> [Substring] {
    var tokens: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let token =
        first.isWord
        ? rest.prefix(while: \.isWord)
        : first.isNumber ? rest.prefix(while: \.isNumber) : rest.prefix(1)
      tokens.append(token)
      rest = rest[token.endIndex...]
    }
    return tokens
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || self == "_" }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension Substring {
  var isWordOrNumber: Bool { first.map { $0.isWord || $0.isNumber } ?? false }
}

/// The difference between two lines: the tokens between their common beginning and their common
/// end.
struct LineDifference {
  private let printed: LineTokens
  private let guess: LineTokens
  private let start: Int
  private let end: Int

  init(printed: LineTokens, guess: LineTokens) {
    self.printed = printed
    self.guess = guess
    let (one, other) = (printed.tokens, guess.tokens)
    let shorter = min(one.count, other.count)
    var (start, end) = (0, 0)
    while start < shorter, one[start] == other[start] { start += 1 }
    while end < shorter - start, one[one.count - 1 - end] == other[other.count - 1 - end] {
      end += 1
    }
    (self.start, self.end) = (start, end)
  }

  var size: Int { max(printed.tokens.count, guess.tokens.count) - start - end }

  /// Whether the lines neither begin nor end alike.
  var isWhole: Bool { start + end == 0 }

  /// The guess above the printed line, with carets under the difference unless the whole lines
  /// differ. A line longer than `width` is cut in the common part or at its end. Below a width of
  /// 40, nothing is cut, and there are no carets.
  func lines(width: Int = 80) -> [String] {
    let isNarrow = width < 40
    let labels = ["    yours    ", "    printed  "]
    let room = width - labels[0].count
    let same = printed.tokens[..<start].joined().count
    let length = [guess, printed].map { Self.length($0.tokens[start..<($0.tokens.count - end)]) }
      .reduce(1, max)
    let cut = same + length > room && !isNarrow ? max(0, same - 20) : 0
    let rows = zip(labels, [guess, printed]).map { label, line in
      let text = cut == 0 ? line.text : "…" + line.text.dropFirst(cut)
      return label + (text.count > room && !isNarrow ? text.prefix(room - 1) + "…" : text)
    }
    guard !isWhole, !isNarrow else { return rows }
    let column = same - cut + (cut == 0 ? 0 : 1)
    let carets = String(repeating: "^", count: min(length, room - column))
    return rows + [String(repeating: " ", count: labels[0].count + column) + carets]
  }

  private static func length(_ tokens: ArraySlice<Substring>) -> Int {
    tokens.reduce(0) { $0 + $1.count }
  }
}
