internal import Grading
internal import Markdown
internal import Workbook

/// The first page of the site: an introduction, the page to begin with, and the reader's progress.
struct FrontPage {
  let site: Site
  /// The recording whose picture plays. Nil without one.
  var recording: RecordedPage? { site.recordings["Chapter-Subjects publish-subject"] }

  private var readme: Document { site.library.documents[0] }

  func html() -> String {
    let begin = site.pages.first { $0.chapter?.number == 1 && !$0.isOpening }
    return """
      <h1>\(readme.title.escapedForHTML)</h1>
      <p>\(introduction.escapedForHTML)</p>
      \(begin.map { "<p><a class=\"begin\" href=\"\($0.path)\">Begin here: \($0.title.escapedForHTML)</a></p>" } ?? "")
      \(picture)<h2 id="chapters">Five chapters</h2>
      <div class="chapters">
      \(chapters.joined())</div>
      <h2 id="exercises">Exercises</h2>
      \(practice)<h2 id="reference">To look up</h2>
      <ul class="reference">
      \(reference.joined())</ul>

      """
  }

  private var introduction: String {
    for case .paragraph(let text) in readme.blocks.map(\.content) { return text.plain }
    return ""
  }

  private var picture: String {
    guard let recording else { return "" }
    let figure = RunFigure(recorded: recording, blocks: []).html()
    let page = site.pages.first { $0.run == recording.run }
    return figure.replacing("class=\"picture\"", with: "class=\"picture live\"")
      .replacing(
        "</figure>",
        with: page.map { "<figcaption>From \($0.anchor())</figcaption></figure>" } ?? "</figure>")
  }

  private var chapters: [String] {
    let openings = site.pages.filter { $0.isOpening && $0.chapter != nil }
    return Dictionary(grouping: openings) { $0.chapter?.number ?? 0 }
      .sorted { $0.key < $1.key }
      .map { number, parts in
        let paths = parts.flatMap { part in
          site.pages.filter { $0.document.path == part.document.path && !$0.isOpening }.map(\.path)
        }
        let hours = hours(of: parts[0].document.path).map { " · \($0) hours" } ?? ""
        let others = parts.dropFirst().map { "<p>Then: \($0.anchor())</p>\n" }
        return """
          <section data-pages="\(paths.joined(separator: " "))"><p class="eyebrow">Chapter \(number)\(hours)</p>
          <h3>\(parts[0].anchor())</h3>
          \(goal(of: parts[0]).map { "<p>You will be able to \($0.escapedForHTML)</p>\n" } ?? "")\
          \(others.joined())<p class="progress"></p></section>

          """
      }
  }

  /// The goal in a chapter's opening: `**You will be able to** … .`
  private func goal(of opening: SitePage) -> String? {
    for case .paragraph(let text) in opening.blocks.map(\.content) {
      let start = text.firstIndex(of: .strong([.text("You will be able to")]))
      guard let start else { continue }
      let promise = text[(start + 1)...].prefix { if case .strong = $0 { false } else { true } }
      return Array(promise).plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return nil
  }

  /// The last cell of the row of README's table that links to a chapter's document.
  private func hours(of document: String) -> String? {
    for case .table(let table) in readme.blocks.map(\.content) {
      for row in table.rows
      where row.contains(where: { $0.links.contains { $0.target == document } }) {
        return row.last?.plain
      }
    }
    return nil
  }

  private var practice: String {
    guard let first = site.exercises.entries.first,
      let index = site.pages.first(where: { $0.document.path == "Docs/Exercises.md" })
    else { return "" }
    let rungs = site.exercises.entries.count(where: \.exercise.isRung)
    return """
      <p class="exercises">\(site.exercises.entries.count - rungs) exercises with a verdict in seconds, and \(rungs) warm-ups of five \
      minutes. <a href="\(first.page.path)">\(first.exercise.name)</a> is the first one, and \
      <a href="\(index.path)">the list</a> has all.</p>

      """
  }

  private var reference: [String] {
    let others = site.pages.filter {
      $0.chapter == nil && !$0.document.path.hasPrefix("Chapters/")
        && $0.document.path != "Docs/Exercises.md"
    }
    return
      (others.map { ($0.path, $0.title) } + [(Site.printed, "The whole book on one page, to print")])
      .map { "<li><a href=\"\($0.0)\">\($0.1.escapedForHTML)</a></li>\n" }
  }
}
