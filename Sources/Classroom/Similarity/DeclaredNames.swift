/// The names that a text declares: of types, functions, variables, parameters and cases.
struct DeclaredNames {
  private(set) var names: Set<String> = []
  private let words: [CodeWord]

  init(_ words: [CodeWord]) {
    self.words = words
    let places = words.indices.flatMap { index -> [Int] in
      switch (words[index].kind, words[index].text) {
      case (.keyword, let keyword): declared(by: keyword, at: index)
      case (.mark, "{"): closureParameters(after: index)
      default: []
      }
    }
    names = Set(places.map { words[$0].text })
  }

  // All functions return the places of names.

  private func declared(by keyword: String, at index: Int) -> [Int] {
    if ["init", "subscript"].contains(keyword) { return parameters(after: index) }
    guard Self.introducers.contains(keyword) else { return [] }
    let parameters = keyword == "func" ? parameters(after: index + 1) : []
    if isMark(index + 1, "(") {
      // `let (a, b)`
      return ((index + 1)..<end(of: index + 1)).filter(isName) + parameters
    }
    guard isName(index + 1) else { return parameters }
    let more =
      switch keyword {
      case "case": furtherCases(after: index + 1)
      case "var", "let": labels(ofTypeAfter: index + 1)
      default: [Int]()
      }
    return [index + 1] + genericNames(after: index + 1) + more + parameters
  }

  private static let introducers = Keyword.words(
    "func var let class struct enum actor protocol typealias case for")

  /// `case a(label: Int), b`
  private func furtherCases(after name: Int) -> [Int] {
    var places: [Int] = []
    var index = name
    while true {
      if isMark(index + 1, "(") {
        let end = end(of: index + 1)
        places += labels(in: (index + 1)..<end)
        index = end - 1
      }
      guard isMark(index + 1, ","), isName(index + 2) else { return places }
      places.append(index + 2)
      index += 2
    }
  }

  /// `func f<A: P, B>`
  private func genericNames(after name: Int) -> [Int] {
    guard isMark(name + 1, "<") else { return [] }
    return ((name + 1)..<(name + 24)).prefix { $0 < words.count && !isMark($0, ">") }
      .filter { isMark($0, "<", or: ",") && isName($0 + 1) }.map { $0 + 1 }
  }

  /// The labels of tuples in the type of a variable: `var a: [(old: Int, new: Int)]`.
  private func labels(ofTypeAfter name: Int) -> [Int] {
    guard isMark(name + 1, ":") else { return [] }
    let type = words[(name + 2)...].prefix { word in
      word.kind == .name || Self.marksOfTypes.contains(word.text)
        || [",", ":", "-"].contains(word.text)
    }
    return labels(in: type.indices)
  }

  /// The names between a parenthesis or a comma and a colon.
  private func labels(in range: Range<Int>) -> [Int] {
    range.filter { isName($0) && isMark($0 + 1, ":") && isMark($0 - 1, "(", or: ",") }
  }

  /// Labels and names of parameters: in the first parentheses, one or two names before each colon.
  private func parameters(after index: Int) -> [Int] {
    let near = words.indices.clamped(to: index..<(index + 25))
    guard let start = near.first(where: { isMark($0, "(") }) else { return [] }
    var depth = 0
    return (start..<end(of: start)).flatMap { place -> [Int] in
      depth += change(at: place)
      guard depth == 1, isMark(place + 1, ":"), isName(place) else { return [] }
      return isName(place - 1) ? [place, place - 1] : [place]
    }
  }

  /// `{ [weak a] b, c in` and `{ (b: Int) -> Int in`
  private func closureParameters(after brace: Int) -> [Int] {
    let start = isMark(brace + 1, "[") ? end(of: brace + 1) : brace + 1
    var found: [Int] = []
    var isType = false
    for index in words.indices.clamped(to: start..<max(start, brace + 60)) {
      switch (words[index].kind, words[index].text) {
      case (.keyword, "in"): return found
      case (.name, _): if !isType { found.append(index) }
      case (.keyword, _): break
      case (.mark, ","): isType = false
      case (.mark, ":"), (.mark, "-"): isType = true
      case (.mark, let mark) where Self.marksOfTypes.contains(mark): break
      default: return []
      }
    }
    return []
  }

  private static let marksOfTypes = Set("()[]?>.&@!<".map(String.init))

  /// The place after the mark that closes the one at `start`, at most a hundred words away, so that
  /// a text with many open parentheses is not searched to its end for each.
  private func end(of start: Int) -> Int {
    let near = words.indices.clamped(to: start..<(start + 100))
    var depth = 0
    let end = near.first { place in
      let change = change(at: place)
      depth += change
      return change != 0 && depth == 0
    }
    return end.map { $0 + 1 } ?? near.upperBound
  }

  private func change(at place: Int) -> Int {
    isMark(place, "(", or: "[") ? 1 : isMark(place, ")", or: "]") ? -1 : 0
  }

  private func isName(_ index: Int) -> Bool {
    words.indices.contains(index) && words[index].kind == .name
  }

  private func isMark(_ index: Int, _ mark: String, or other: String = "") -> Bool {
    guard words.indices.contains(index), words[index].kind == .mark else { return false }
    return words[index].text == mark || words[index].text == other
  }
}
