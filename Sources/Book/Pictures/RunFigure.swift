internal import Grading
internal import Workbook

/// The figure of a page's run: a picture whose steps have their words, lines of code and printed
/// lines.
struct RunFigure {
  let recorded: RecordedPage
  /// For each Swift block of the page, its file, and the line in that file for each of its lines.
  let blocks: [(path: String, lines: [Int?])]

  /// The figure as HTML. Empty if the picture has no step.
  func html() -> String {
    let recording = recorded.recording
    let drawing = Drawing(recording, as: recorded.picture)
    guard !drawing.orders.isEmpty else { return "" }
    let ends = Dictionary(
      uniqueKeysWithValues: zip(
        drawing.orders, drawing.orders.dropFirst() + [recording.events.count + 1]))
    let svg = drawing.svg { order in
      let event = recorded.events[order - 1]
      // The lines that are printed before the next step.
      let printed = recorded.events[(order - 1)..<((ends[order] ?? order) - 1)]
        .filter { $0.kind == .line }.compactMap(\.printed)
      return [("words", recording.events[order - 1].words)]
        + (place(of: event).map { [("code", $0)] } ?? [])
        + (printed.isEmpty
          ? [] : [("printed", printed.map { "\($0)" }.joined(separator: " "))])
    }
    return
      "<figure class=\"picture\"><div class=\"wide\" tabindex=\"0\">\(svg)</div></figure>\n"
  }

  /// The block of code that shows an event's line, and the line in it, both from 0. Nil if no block
  /// shows it.
  private func place(of event: RecordedPage.Event) -> String? {
    let file = event.file.split(separator: "/")
    guard let module = file.first, let name = file.last else { return nil }
    let folder = module.replacing("Chapter_", with: "Chapters/")
    return blocks.enumerated().lazy.compactMap { index, block in
      guard block.path.hasSuffix("/\(name)"), block.path.contains("\(folder)/") else { return nil }
      return block.lines.firstIndex(of: event.line).map { "\(index) \($0)" }
    }.first
  }
}

extension RecordedPage {
  /// The words of the command that prints the page: `Chapter-Subjects hub`.
  var run: String { "Chapter-\(chapter) \(page)" }

  /// The words of the command that prints its counterpart: a page that runs the same scene, fixed.
  /// Nil if its name does not end with `-as-written`.
  var fixedRun: String? {
    let suffix = "-as-written"
    return page.hasSuffix(suffix) ? "Chapter-\(chapter) \(page.dropLast(suffix.count))" : nil
  }

  /// Whether it is a sequence of calls that was run twice, as written and then fixed.
  var hasTwoRuns: Bool {
    picture == .sequence
      && ["as written: ", "fixed: "].allSatisfy { label in lines.contains { $0.hasPrefix(label) } }
  }
}
