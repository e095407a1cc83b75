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
