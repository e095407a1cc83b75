/// The lines that a page could print, as far as the lines of its chapter show it.
///
/// A line without a label has the form of a line of the page. A line with a label (`observer1: …`)
/// has a label of the page; its statement begins as one that the chapter prints under such a label,
/// and has the form of a statement of the chapter. All names and numbers are the page's.
struct PossibleLines {
  private let labels: Set<ArraySlice<Substring>>
  private let forms: Set<[Substring]>
  /// The form of a label, and the first word of a statement under it.
  private let beginnings: Set<[Substring]>
  private let statements: Set<[Substring]>
  private let values: Set<Substring>

  /// `others` are the lines of the chapter's other pages.
  init(page: [LineTokens], others: [LineTokens]) {
    let labelled = (page + others).compactMap(\.labelled)
    labels = Set(page.compactMap { $0.labelled?.label })
    forms = Set(page.map(\.tokens.form))
    beginnings = Set(labelled.map(Self.beginning))
    statements = Set(labelled.map(\.rest.form))
    values = Set(page.flatMap(\.tokens).filter(\.isValue))
  }

  func contains(_ line: LineTokens) -> Bool {
    guard line.tokens.allSatisfy({ !$0.isValue || values.contains($0) }) else { return false }
    guard let labelled = line.labelled else { return forms.contains(line.tokens.form) }
    return labels.contains(labelled.label) && beginnings.contains(Self.beginning(labelled))
      && statements.contains(labelled.rest.form)
  }

  private static func beginning(_ line: LineTokens.Labelled) -> [Substring] {
    line.label.form + line.rest.prefix(1)
  }
}

extension Collection<Substring> {
  /// The tokens with a placeholder for each name and number: `observer1: next(2)` and
  /// `observer2: next(3)` have one form.
  fileprivate var form: [Substring] { map { !$0.isValue ? $0 : $0.isNumber ? "1" : "A" } }
}

extension LineTokens {
  typealias Labelled = (label: ArraySlice<Substring>, rest: ArraySlice<Substring>)

  /// `observer1: ` and `next(2)`. Nil for a line that does not begin with words, a colon and a
  /// space.
  var labelled: Labelled? {
    let words = tokens.prefix { $0.isWordOrNumber || $0 == " " || $0 == "-" }
    let colon = words.endIndex
    guard !words.isEmpty, tokens[colon...].starts(with: [":", " "]) else { return nil }
    return (tokens[..<(colon + 2)], tokens[(colon + 2)...])
  }

  /// Whether the line states more than one fact: parts with a comma or a semicolon between them,
  /// outside of quotation marks. A reader could not guess its wording.
  var hasSeveralFacts: Bool {
    var isQuoted = false
    return zip(tokens, tokens.dropFirst()).contains { token, next in
      if token == "\"" { isQuoted.toggle() }
      return !isQuoted && (token == "," || token == ";") && next == " "
    }
  }
}

extension Substring {
  fileprivate var isNumber: Bool { first?.isNumber == true }

  /// Whether the token is a number, or a name such as `Ann`.
  fileprivate var isValue: Bool { isNumber || first?.isUppercase == true }
}
