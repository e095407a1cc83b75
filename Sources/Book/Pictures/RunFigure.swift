internal import Grading
internal import Workbook

/// A page's picture, whose steps have their words, lines of code and printed lines.
struct RunFigure {
  let recorded: RecordedPage
  /// For each Swift block of the page, its file, and the line in that file for each of its lines.
  let blocks: [(path: String, lines: [Int?])]

  /// Empty if the picture has no step.
  func html() -> String {
    let drawing = Drawing(recorded.recording, as: recorded.picture)
    guard !drawing.orders.isEmpty else { return "" }
    let svg = drawing.svg { event, events in
      let printed = events.filter { $0.kind == .line }.compactMap(\.printed).map(String.init)
      return [("words", event.words)] + (place(of: event).map { [("code", $0)] } ?? [])
        + (printed.isEmpty ? [] : [("printed", printed.joined(separator: " "))])
    }
    return
      "<figure class=\"picture\"><div class=\"wide\" tabindex=\"0\">\(svg)</div></figure>\n"
  }

  /// The block that shows an event's line, and the line in it, both from 0.
  private func place(of event: Recording.Event) -> String? {
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
  /// The command that prints the page: `Chapter-Subjects hub`.
  var run: String { "Chapter-\(chapter) \(page)" }

  /// The command that prints the same scene, fixed, if this page is named `…-as-written`.
  var fixedRun: String? {
    let suffix = "-as-written"
    return page.hasSuffix(suffix) ? "Chapter-\(chapter) \(page.dropLast(suffix.count))" : nil
  }
}

/// Two runs of a scene side by side: both halves of a page, or a page and its counterpart.
struct LockstepFigure {
  private let runs: [Recording]

  /// Nil if a page has one run and no counterpart in the site.
  init?(_ page: RecordedPage, in site: Site) {
    let events = page.recording.events
    let labels = ["as written: ", "fixed: "]
    if let counterpart = page.fixedRun.flatMap({ site.recordings[$0] }) {
      runs = [Self.run(events[...]), Self.run(counterpart.recording.events[...])]
    } else if page.picture == .sequence,
      labels.allSatisfy({ label in page.lines.contains { $0.hasPrefix(label) } })
    {
      // The fixed run begins after the last line of the other run and the returns that follow it.
      let last = events.lastIndex { $0.text.hasPrefix(labels[0]) } ?? 0
      let start = events[(last + 1)...].firstIndex { $0.kind != .return } ?? events.count
      runs = [Self.run(events[..<start]), Self.run(events[start...])]
    } else {
      return nil
    }
  }

  /// The events of a run, with the part names that both runs share.
  private static func run(_ events: ArraySlice<Recording.Event>) -> Recording {
    // The words that distinguish the two runs.
    let labels = /\ ?(as written|fixed|mended)/
    let name = { (part: String) in
      let name = part.replacing(labels, with: "")
      return name.isEmpty ? "program" : name
    }
    // Processes that begin or end before everything else are not compared.
    let begun = events.drop { [.`init`, .`deinit`, .line].contains($0.kind) }
    return Recording(
      events: begun.map { event in
        let inside = (event.inside ?? 0) - begun.startIndex
        var event = event
        event.from = event.from.map(name)
        event.to = event.to.map(name)
        event.inside = inside > 0 ? inside : nil
        return event
      })
  }

  /// Empty if a picture has no step.
  func html() -> String {
    let drawings = runs.map { Drawing($0, as: .sequence) }
    guard drawings.allSatisfy({ !$0.orders.isEmpty }) else { return "" }
    let pictures = zip(["as written", "fixed"], zip(runs, drawings)).map { label, pair in
      let (run, drawing) = pair
      let words = drawing.orders.map { run.events[$0 - 1].words }.joined(separator: "; ")
      let svg = drawing.svg("role=\"img\" aria-label=\"\("\(label): \(words)".escapedForHTML)\"") {
        event, _ in [("words", event.words)] + (event.count.map { [("count", $0)] } ?? [])
      }
      return "<div class=\"wide\" tabindex=\"0\">\(svg)</div>"
    }
    return """
      <figure class="picture lockstep"><figcaption>As written and fixed, step by step</figcaption>\
      <div class="pair">\(pictures.joined())</div></figure>

      """
  }
}

extension Recording.Event {
  /// The part and the verb under which a call or an event is counted. Nil for a return.
  fileprivate var count: String? {
    guard kind != .return, let to else { return nil }
    let verb = kind == .call ? String(text.prefix { !" (".contains($0) }) : kind.rawValue
    return "\(to) \(verb)"
  }
}
