/// A line as it is compared: `(word | number | other character)*`.
///
/// White space at the ends is dropped, and a run of it between two words is one space; control characters, and the
/// sequences that an arrow key or a function key leaves, are dropped too. Everything else counts, letter case included.
struct LineTokens: Hashable {
  let tokens: [Substring]

  /// The line without what does not count.
  let text: String

  var isBlank: Bool { tokens.isEmpty }

  init(_ line: some StringProtocol) {
    var visible = String.UnicodeScalarView()
    for word in String(line).withoutKeySequences.split(whereSeparator: \.isWhitespace) {
      let scalars = word.unicodeScalars.filter { !$0.isControl }
      if !visible.isEmpty && !scalars.isEmpty { visible.append(" ") }
      visible.append(contentsOf: scalars)
    }
    text = String(visible)
    tokens = Self.split(text)
  }

  init(tokens: [Substring]) {
    self.tokens = tokens
    text = tokens.joined()
  }

  static func == (one: LineTokens, other: LineTokens) -> Bool { one.text == other.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

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

extension String {
  /// Without what keys send that have no character: `ESC [ … letter` and `ESC O letter`.
  fileprivate var withoutKeySequences: String {
    guard contains("\u{1B}") else { return self }
    return replacing(/\u{1B}(?:\[[0-?]*[ -\/]*[@-~]|O.)/, with: "")
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
