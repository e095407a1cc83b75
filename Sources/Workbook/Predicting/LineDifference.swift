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
    let start = zip(one, other).prefix { $0 == $1 }.count
    self.start = start
    end =
      zip(one.reversed(), other.reversed()).prefix(min(one.count, other.count) - start)
      .prefix { $0 == $1 }.count
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
