internal import Terminal

/// Wrong lines that a reader might expect next.
///
/// They imitate three mistakes:
/// - another *order*: a line that the page prints elsewhere
/// - another *variant* or subject: a statement under another label (`fixed: …` for
///   `as written: …`, `observer2: …` for `observer1: …`), or a line of another page
/// - another *count*: a number that is off by one
///
/// Each line could be printed there: its form is known under its label, and its label, names and
/// numbers are the page's. Lines with fewer different tokens come first.
struct PlausibleLines {
  private let page: [LineTokens]
  private let others: [LineTokens]
  private let words: WordsInContext
  private let possible: PossibleLines
  private let turn: Int

  /// `others` are the lines of the chapter's other pages. The slug rotates letters and kinds, so
  /// that they follow no pattern.
  init(page: [LineTokens], slug: String, others: [LineTokens]) {
    self.page = page
    let possible = PossibleLines(page: page, others: others)
    self.possible = possible
    self.others = Array(Set(others)).filter(possible.contains)
    words = WordsInContext(page)
    turn = slug.utf8.reduce(0) { $0 + Int($1) }
  }

  /// The choices at an index of the page: its line, and wrong ones. Nil if there is no wrong one.
  func choices(at index: Int) -> LineChoices? {
    let printed = page[index]
    let turn = turn + index
    var chosen = [printed]
    func choose(_ candidates: @autoclosure () -> [LineTokens], upTo count: Int = 1) {
      var room = min(count, LineChoices.limit - chosen.count)
      guard room > 0 else { return }
      for line in candidates() where room > 0 && !chosen.contains(line) {
        chosen.append(line)
        room -= 1
      }
    }
    let variants = relabelled(printed) + nearest(to: printed, among: others)
    let elsewhere = elsewhere(than: index)
    choose(variants)
    choose(elsewhere)
    // If only the printed line were changed, it would be the one that all the others resemble.
    choose(changes(of: turn % 2 == 0 ? printed : chosen[chosen.count - 1], turn: turn))
    choose(changes(of: printed, turn: turn))
    for candidates in [variants, elsewhere] { choose(candidates, upTo: LineChoices.limit) }
    return chosen.count > 1 ? LineChoices(chosen, turn: turn) : nil
  }

  /// The statements of lines with other labels, under the label of this one.
  private func relabelled(_ line: LineTokens) -> [LineTokens] {
    guard let (label, rest) = line.labelled else { return [] }
    let said = page.compactMap { other in
      other.labelled.flatMap { $0.label == label ? nil : LineTokens(tokens: Array($0.rest)) }
    }
    return nearest(to: LineTokens(tokens: Array(rest)), among: Array(Set(said)))
      .map { LineTokens(tokens: label + $0.tokens) }.filter(possible.contains)
  }

  /// The page's other lines: later ones first, then earlier ones.
  private func elsewhere(than index: Int) -> [LineTokens] {
    // On a page with very many lines, only those around this one.
    let (later, earlier) = (page[(index + 1)...].prefix(200), page[..<index].suffix(200))
    return [later, earlier].flatMap { nearest(to: page[index], among: Array(Set($0))) }
  }

  /// The line with another word or number of the page in it, or with a count one more or one less.
  private func changes(of line: LineTokens, turn: Int) -> [LineTokens] {
    [
      words.changes(of: line, isClose: true).filter(possible.contains), line.recounted,
      words.changes(of: line, isClose: false).filter(possible.contains),
    ].flatMap { $0.turned(by: turn) }
  }

  private func nearest(to line: LineTokens, among candidates: [LineTokens]) -> [LineTokens] {
    candidates.filter { $0 != line }
      .map { (line: $0, rank: LineDifference(printed: line, guess: $0).rank) }
      .sorted { ($0.rank, $0.line.text) < ($1.rank, $1.line.text) }
      .map(\.line)
  }
}

extension LineDifference {
  /// Lines that begin or end alike come before all others.
  fileprivate var rank: Int { isWhole ? size + 1_000_000 : size }
}

extension Array {
  fileprivate func turned(by count: Int) -> [Element] {
    isEmpty ? [] : Array(self[(count % self.count)...] + self[..<(count % self.count)])
  }
}

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
    self.lines = lines.sorted { $0.text < $1.text }.turned(by: turn)
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
