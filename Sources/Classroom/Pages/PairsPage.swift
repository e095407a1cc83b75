internal import Grading

/// The page of similar texts: each pair side by side, with common passages marked.
struct PairsPage {
  static let shown = 60

  let similarity: ClassSimilarity
  let names: [String: String]
  /// Whether the comments above the code, which may have a name, are left out.
  var isAnonymous = false

  func html() -> String {
    let pairs = similarity.pairs.prefix(Self.shown).enumerated()
    let left = similarity.pairs.count - Self.shown
    let rest = left > 0 ? "<p>\(HTML.link("similarity.csv", "\(left) more pairs"))</p>" : ""
    let body = """
      <h1>Similar texts</h1>
      <p><a href="index.html">The class</a></p>
      <p class="faint">The comparison uses tokens. It ignores comments, layout, the order of members, names \
      that a text declares itself, and everything that the stub has. Passages that over half of the \
      class share count only against the workbook's solutions. A high number is a reason to ask, not a \
      verdict: a copy with two unused lines in each method still scores above 0.75, and the workbook's own \
      solutions of one exercise score below 0.45 against each other.</p>
      \(none)\(crowds)\(pairs.map { section($0.offset + 1, $0.element) }.joined())\(rest)
      """
    return HTML.page(title: "Similar texts", style: Self.style, body: body)
  }

  private var none: String {
    similarity.pairs.isEmpty && similarity.crowds.isEmpty
      ? "<p>No two texts are similar.</p>\n" : ""
  }

  private var crowds: String {
    similarity.crowds.enumerated().map { place, crowd in
      """
      <section id="crowd-\(place + 1)">
      <h2>\(HTML.text(crowd.exercise)): \(crowd.words)</h2>
      \(side(crowd.side))
      </section>

      """
    }.joined()
  }

  /// The part of the class page about similar texts.
  var list: String {
    guard none.isEmpty else { return none }
    let crowds = similarity.crowds.enumerated().map { place, crowd in
      "\(HTML.text(crowd.exercise)): "
        + HTML.link("pairs.html#crowd-\(place + 1)", HTML.text(crowd.words))
    }
    let rows = similarity.pairs.prefix(Self.shown).enumerated().map { place, pair in
      HTML.row([
        HTML.link("pairs.html#pair-\(place + 1)", pair.score.inParts(of: 100)),
        HTML.text(pair.exercise), heading(pair.first.text), heading(pair.second.text),
      ])
    }
    return HTML.items(crowds) + "<div class=\"wide\"><table>"
      + HTML.row(["similarity", "exercise", "first", "second"], tag: "th")
      + rows.joined(separator: "\n") + "</table></div>\n<p>"
      + HTML.link("similarity.csv", "similarity.csv")
      + "</p>\n"
  }

  private func heading(_ text: Similarity.Text) -> String {
    text.isOfWorkbook
      ? HTML.text(text.name)
      : text.learners.map { HTML.person(names[$0] ?? $0) }.joined(separator: ", ")
  }

  private func section(_ number: Int, _ pair: Similarity.Pair) -> String {
    """
    <section id="pair-\(number)">
    <h2>\(number). \(HTML.text(pair.exercise)): \(pair.score.inParts(of: 100))</h2>
    <div class="pair">\(side(pair.first))\(side(pair.second))</div>
    </section>

    """
  }

  private func side(_ side: Similarity.Side) -> String {
    // As bytes, because characters take minutes for long runs of combining marks. A byte order mark
    // would be a word.
    var bytes = Array(side.text.text.utf8)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if bytes.starts(with: "\u{FEFF}".utf8) { bytes.replaceSubrange(..<3, with: "   ".utf8) }
    let marked = side.marked
    let code = SwiftLexer(bytes).tokens.first { $0.kind != .comment }
    let above = bytes.prefix(code?.range.lowerBound ?? 0)
    let hidden = isAnonymous ? above.count { $0 == 0x0A } : 0
    let shown = lines.enumerated().dropFirst(hidden).map { index, line in
      let line = String(decoding: line.filter { $0 != 0x0D }, as: UTF8.self)
      let text = HTML.text(line.cleaned(upTo: 400, lines: 1))
      return marked.contains(index) ? "<mark>\(text)</mark>" : text
    }
    return
      "<div><h3>\(heading(side.text))</h3><pre dir=\"ltr\">\(shown.joined(separator: "\n"))</pre></div>"
  }

  private static let style = """
    .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
    mark { background: var(--mark); color: inherit; }
    h3 { font-size: 1rem; margin: .5rem 0; }
    """
}
