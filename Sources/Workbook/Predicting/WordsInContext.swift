/// The words and numbers of some lines, keyed by the tokens beside them.
struct WordsInContext {
  /// The tokens on both sides: one on each, or two on one of them; an edge of the line is an empty
  /// token.
  private struct Neighbours: Hashable {
    let before: [Substring]
    let after: [Substring]
  }

  private var words: [Neighbours: Set<Substring>] = [:]

  init(_ lines: [LineTokens]) {
    for line in lines {
      for index in line.replaceable {
        for neighbours in Self.neighbours(of: index, in: line) {
          words[neighbours, default: []].insert(line.tokens[index])
        }
      }
    }
  }

  /// The line with one word or number replaced by another one with the same neighbours: if
  /// `isClose`, two tokens on one side and one on the other; otherwise one on each.
  func changes(of line: LineTokens, isClose: Bool) -> [LineTokens] {
    line.replaceable.flatMap { index in
      let neighbours = Self.neighbours(of: index, in: line)
      return (isClose ? neighbours.dropLast() : neighbours.suffix(1))
        .flatMap { replacements(of: index, in: line, between: $0) }
    }
  }

  private func replacements(
    of index: Int, in line: LineTokens, between neighbours: Neighbours
  ) -> [LineTokens] {
    let token = line.tokens[index]
    return words[neighbours, default: []]
      .filter { $0 != token && ($0.first?.isNumber == token.first?.isNumber) }
      .sorted().map { line.replacing(index, with: $0) }
  }

  /// The neighbours of a token: first with two tokens on one side, then with one on each.
  private static func neighbours(of index: Int, in line: LineTokens) -> [Neighbours] {
    let before = [line.token(index - 2), line.token(index - 1)]
    let after = [line.token(index + 1), line.token(index + 2)]
    let one = Neighbours(before: [before[1]], after: [after[0]])
    return (before[1].isEmpty ? [] : [Neighbours(before: before, after: one.after)])
      + (after[0].isEmpty ? [] : [Neighbours(before: one.before, after: after)]) + [one]
  }
}

extension LineTokens {
  /// The line with one of its counts (`reads 1`, `2 news`) one more or one less.
  var recounted: [LineTokens] {
    replaceable.filter(isCount).flatMap { index in
      Int(tokens[index]).map { [$0 + 1, $0 - 1] }.map { numbers in
        numbers.filter { $0 >= 0 }.map { replacing(index, with: Substring("\($0)")) }
      } ?? []
    }
  }

  /// Whether a number counts something: it is beside a plural, or after the word `count`. Other
  /// numbers are values or names.
  private func isCount(_ index: Int) -> Bool {
    let before = token(index - 1) == " " ? token(index - 2) : ""
    let after = token(index + 1) == " " ? token(index + 2) : ""
    return before == "count" || before.hasSuffix("s") || after.hasSuffix("s")
  }

  /// The indices of words and numbers, which can be replaced. Spaces and punctuation give a line
  /// its form.
  fileprivate var replaceable: [Int] { tokens.indices.filter { tokens[$0].isWordOrNumber } }

  fileprivate func token(_ index: Int) -> Substring {
    tokens.indices.contains(index) ? tokens[index] : ""
  }

  fileprivate func replacing(_ index: Int, with token: Substring) -> LineTokens {
    var changed = tokens
    changed[index] = token
    return LineTokens(tokens: changed)
  }
}
