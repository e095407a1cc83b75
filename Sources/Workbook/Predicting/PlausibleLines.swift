/// The lines that may be taken for the one that a page prints next.
///
/// Three mistakes make them. The reader expects another *order*: a line that the page prints elsewhere. Or another
/// *variant* or subject: what the page prints under another label (`fixed: …` for `as written: …`, `observer2: …` for
/// `observer1: …`), or what another page prints. Or another *count*, by one. Each could be printed there: its form is known
/// under its label, and its label, names and numbers are the page's. Nearer lines, with fewer different tokens, come
/// first.
struct PlausibleLines {
  private let page: [LineTokens]
  private let others: [LineTokens]
  private let words: WordsInContext
  private let possible: PossibleLines
  private let turn: Int

  /// - Parameters:
  ///   - page: the lines of the page.
  ///   - slug: the page's; letters and kinds begin elsewhere on each page, so that they follow no pattern.
  ///   - others: the lines of the chapter's other pages.
  init(page: [LineTokens], slug: String, others: [LineTokens]) {
    self.page = page
    let possible = PossibleLines(page: page, others: others)
    self.possible = possible
    self.others = Array(Set(others)).filter(possible.contains)
    words = WordsInContext(page)
    turn = slug.utf8.reduce(0) { $0 + Int($1) }
  }

  /// The line at an index of the page among others; nil if there is no other one.
  func choices(at index: Int) -> LineChoices? {
    let printed = page[index]
    let turn = turn + index
    var chosen = [printed]
    func choose(_ candidates: [LineTokens], upTo count: Int = 1) {
      var room = min(count, LineChoices.limit - chosen.count)
      for line in candidates where room > 0 && !chosen.contains(line) {
        chosen.append(line)
        room -= 1
      }
    }
    let variants = relabelled(printed) + nearest(to: printed, among: others)
    let elsewhere = elsewhere(than: index)
    choose(variants)
    choose(elsewhere)
    // A change of the printed line alone would make it the one that all the others resemble.
    choose(changes(of: turn % 2 == 0 ? printed : chosen[chosen.count - 1], turn: turn))
    choose(changes(of: printed, turn: turn))
    for candidates in [variants, elsewhere] { choose(candidates, upTo: LineChoices.limit) }
    return chosen.count > 1 ? LineChoices(chosen, turn: turn) : nil
  }

  /// What lines with other labels say, under the label of this one.
  private func relabelled(_ line: LineTokens) -> [LineTokens] {
    guard let (label, rest) = line.labelled else { return [] }
    let said = page.compactMap { other in
      other.labelled.flatMap { $0.label == label ? nil : $0.rest }
    }
    return nearest(to: rest, among: Array(Set(said)))
      .map { LineTokens(tokens: Array(label.tokens + $0.tokens)) }.filter(possible.contains)
  }

  /// The page's other lines: those that are still to come, then those before.
  private func elsewhere(than index: Int) -> [LineTokens] {
    // Of a page with very many lines, those around this one.
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
