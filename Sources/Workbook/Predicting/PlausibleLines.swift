/// The lines that may be taken for the one that a page prints next.
///
/// There are three kinds. *Variants* are what another part of the page prints (`fixed: …` for `as written: …`, under the
/// label of the line), and the lines of the chapter's other pages. The page's own lines are printed *elsewhere*. In a
/// *change*, one word or number is replaced by another one that the chapter prints between the same neighbours. Nearer
/// lines, with fewer different tokens, come first.
struct PlausibleLines {
  private let page: [LineTokens]
  private let others: [LineTokens]
  private let words: WordsInContext
  private let wordsOfOthers: WordsInContext
  private let turn: Int

  /// - Parameters:
  ///   - page: the lines of the page.
  ///   - slug: the page's; letters and kinds begin elsewhere on each page, so that they follow no pattern.
  ///   - others: the lines of the chapter's other pages.
  init(page: [LineTokens], slug: String, others: [LineTokens]) {
    self.page = page
    self.others = Array(Set(others))
    words = WordsInContext(page)
    wordsOfOthers = WordsInContext(self.others)
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
    for candidates in [variants, elsewhere, looseChanges(of: printed)] {
      choose(candidates, upTo: LineChoices.limit)
    }
    return chosen.count > 1 ? LineChoices(chosen, turn: turn) : nil
  }

  /// What lines with other labels say, under the label of this one.
  private func relabelled(_ line: LineTokens) -> [LineTokens] {
    guard let (label, rest) = line.labelled else { return [] }
    let said = page.compactMap { other in
      other.labelled.flatMap { $0.label == label ? nil : $0.rest }
    }
    return nearest(to: rest, among: Array(Set(said)))
      .map { LineTokens(tokens: Array(label.tokens + $0.tokens)) }
  }

  /// The page's other lines: those that are still to come, then those before.
  private func elsewhere(than index: Int) -> [LineTokens] {
    // Of a page with very many lines, those around this one.
    let (later, earlier) = (page[(index + 1)...].prefix(200), page[..<index].suffix(200))
    return [later, earlier].flatMap { nearest(to: page[index], among: Array(Set($0))) }
  }

  /// The line with another word or number in it, of this page rather than of others.
  private func changes(of line: LineTokens, turn: Int) -> [LineTokens] {
    [
      words.changes(of: line, isClose: true), line.recounted,
      wordsOfOthers.changes(of: line, isClose: true),
    ].flatMap { $0.turned(by: turn) }
  }

  /// The same with less in common around the word.
  private func looseChanges(of line: LineTokens) -> [LineTokens] {
    [words, wordsOfOthers].flatMap { $0.changes(of: line, isClose: false) }
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

extension LineTokens {
  /// `observer1: ` and `next(2)`; nil for a line that does not begin with words, a colon and a space.
  fileprivate var labelled: (label: LineTokens, rest: LineTokens)? {
    let words = tokens.prefix { $0.isWordOrNumber || $0 == " " || $0 == "-" }
    let colon = words.endIndex
    guard !words.isEmpty, tokens[colon...].starts(with: [":", " "]) else { return nil }
    return (
      LineTokens(tokens: Array(tokens[..<(colon + 2)])),
      LineTokens(tokens: Array(tokens[(colon + 2)...]))
    )
  }
}

extension Array {
  fileprivate func turned(by count: Int) -> [Element] {
    isEmpty ? [] : Array(self[(count % self.count)...] + self[..<(count % self.count)])
  }
}
