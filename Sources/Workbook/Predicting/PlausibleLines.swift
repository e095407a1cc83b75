internal import Terminal

/// Wrong lines that a reader might expect next: lines of the page, lines of the chapter's other
/// pages, and the printed line with a number that is one off.
///
/// Each could be printed on the page: its names, its numbers other than counts, and its label or
/// form are the page's. `observer1: …` has a label; `get Ann` and `get Bob` have one form.
struct PlausibleLines {
  private let page: [LineTokens]
  private let others: [LineTokens]
  private let frames: Set<String>
  private let values: Set<Substring>
  private let turn: Int

  /// `others` are the lines of the chapter's other pages. The slug varies letters and choices.
  init(page: [LineTokens], slug: String, others: [LineTokens]) {
    let frames = Set(page.map(\.frame))
    let values = Set(page.flatMap(\.values))
    self.page = page
    self.others = Set(others).filter { line in
      frames.contains(line.frame) && line.values.allSatisfy(values.contains)
    }
    .sorted { $0.text < $1.text }
    self.frames = frames
    self.values = values
    turn = slug.utf8.reduce(0) { $0 + Int($1) }
  }

  /// The choices at an index of the page: its line, and wrong ones. Nil if there is no wrong one.
  func choices(at index: Int) -> LineChoices? {
    let printed = page[index]
    let turn = turn + index
    var candidates = Set(page + others + recounted(printed).turned(by: turn).prefix(1))
    var chosen = [printed]
    while chosen.count < LineChoices.limit {
      // The nearest to the last choice: all choices would resemble a printed line that is nearest.
      let last = chosen[chosen.count - 1]
      candidates.remove(last)
      let sizes = candidates.map { ($0, LineDifference(printed: last, guess: $0).size) }
      guard let (next, _) = sizes.min(by: { ($0.1, $0.0.text) < ($1.1, $1.0.text) }) else { break }
      chosen.append(next)
    }
    return chosen.count > 1 ? LineChoices(chosen, turn: turn) : nil
  }

  /// The line with a number one more or one less: a count, or one that becomes a number of the
  /// page. A number above 100, such as `status 500`, stays.
  private func recounted(_ line: LineTokens) -> [LineTokens] {
    line.tokens.indices.flatMap { index -> [LineTokens] in
      guard let number = Int(line.tokens[index]), number <= 100 else { return [] }
      return [number + 1, number - 1].compactMap { near in
        guard near >= 0, line.isCount(at: index) || values.contains("\(near)") else { return nil }
        var tokens = line.tokens
        tokens[index] = "\(near)"
        let changed = LineTokens(tokens.joined())
        return frames.contains(changed.frame) ? changed : nil
      }
    }
  }
}

extension LineTokens {
  /// The label of the line, otherwise its form: the line without its names and numbers.
  fileprivate var frame: String {
    let label = text.prefix { $0.isLetter || $0.isNumber || "_ -".contains($0) }
    if !label.isEmpty, text[label.endIndex...].hasPrefix(": ") { return label + ": " }
    return tokens.map { !$0.isValue ? $0 : $0.isNumber ? "1" : "A" }.joined()
  }

  /// The numbers, and the words that begin in upper case.
  fileprivate var values: [Substring] { tokens.filter(\.isValue) }

  /// Whether a number counts something: it is beside a plural, or beside the word `count`.
  fileprivate func isCount(at index: Int) -> Bool {
    [index - 2, index + 2].filter(tokens.indices.contains).contains { place in
      tokens[place].hasSuffix("s") || tokens[place] == "count"
    }
  }
}

extension Substring {
  fileprivate var isNumber: Bool { first?.isNumber == true }
  fileprivate var isValue: Bool { isNumber || first?.isUppercase == true }
}

extension Array {
  fileprivate func turned(by count: Int) -> [Element] {
    isEmpty ? [] : Array(self[(count % self.count)...] + self[..<(count % self.count)])
  }
}

/// Up to four different lines, one of which is printed next. Their order depends on the texts and
/// on the place of the line, so a letter reveals nothing.
struct LineChoices {
  private static let letters = ["A", "B", "C", "D"]

  static var limit: Int { letters.count }

  let lines: [LineTokens]

  /// At least two different lines, which are put into alphabetical order, rotated by `turn`.
  init(_ lines: [LineTokens], turn: Int) {
    self.lines = lines.sorted { $0.text < $1.text }.turned(by: turn)
  }

  /// `A to D`.
  var range: String { "A to \(Self.letters[lines.count - 1])" }

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
