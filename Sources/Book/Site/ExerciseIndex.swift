internal import Grading
internal import Markdown

/// The tasks of the site, each with the step and the time that the chapters' texts name.
struct ExerciseIndex {
  struct Entry {
    let exercise: Exercise
    let page: SitePage
    /// The page whose text asks for it: `**Now you:** …`.
    var step: SitePage?
    var minutes: String?

    /// The text with the step. Without a step, the chapter's first text.
    var chapter: Outline.ChapterText? {
      step?.chapter ?? Outline.chapters.first { $0.chapter == exercise.chapter }
    }
  }

  /// The beginning of a paragraph with exercises.
  static let mark = Inline.strong([.text("Now you:")])

  private(set) var entries: [Entry] = []

  init(_ pages: [SitePage]) {
    let tasks = Dictionary(pages.map { ($0.document.path, $0) }) { first, _ in first }
    entries = Catalog.all.compactMap { exercise in
      tasks["\(exercise.folder)/Task.md"].map { Entry(exercise: exercise, page: $0) }
    }
    for page in pages where page.chapter != nil {
      for case .paragraph(let text) in page.blocks.map(\.content)
      where text.first == Self.mark {
        read(text, on: page)
      }
    }
  }

  /// Reads the links to tasks, and the minutes after each.
  private mutating func read(_ text: [Inline], on page: SitePage) {
    var current: Int?
    for part in text {
      switch part {
      case .link(_, let target, let line):
        let path = try? LinkPlace(target, in: page.document.path, line: line).path
        current = entries.firstIndex { $0.page.document.path == path } ?? current
        if let current { entries[current].step = page }
      case .text(let text):
        guard let current, entries[current].minutes == nil,
          let minutes = text.firstMatch(of: #/(\w+) minutes/#)?.output.1
        else { continue }
        entries[current].minutes = minutes == "five" ? "5" : String(minutes)
      default: break
      }
    }
  }

  subscript(page: SitePage) -> Entry? { entries.first { $0.page.path == page.path } }

  func table(from page: String) -> String {
    guard !entries.isEmpty else { return "" }
    let rows = entries.map { entry in
      let name = entry.page.title.split(separator: ":", maxSplits: 1)
      let task = entry.page.path.anchor(entry.exercise.name, from: page)
      let step = entry.step.map {
        $0.path.anchor(($0.slug == nil ? $0.fullTitle : $0.title).escapedForHTML, from: page)
      }
      return """
        <tr><td>\(entry.chapter?.number ?? 0)</td><td class="exercises">\(task)<br>\
        <small>\((name.last ?? "").drop { $0 == " " }.description.escapedForHTML)</small></td>\
        <td class="number">\(entry.minutes ?? "")</td><td>\(step ?? "")</td></tr>

        """
    }
    let heads = """
      <th scope="col">chapter</th><th scope="col">exercise</th>\
      <th scope="col" class="number">minutes</th><th scope="col">after the step</th>
      """
    return PageBody.table("wide all", labelled: "All exercises", heads: heads, rows: rows.joined())
  }

  func head(of entry: Entry) -> String {
    let (exercise, page) = (entry.exercise, entry.page)
    let step = entry.step.map { "After \($0.anchor(from: page.path)). " }
    return """
      <p class="task">\(step ?? "")\(entry.minutes.map { "\($0) minutes. " } ?? "")\
      Your file is <code>\(exercise.file)</code>.</p>
      <p class="command"><code>swift run workbook check \(exercise.name)</code></p>

      """
  }
}
