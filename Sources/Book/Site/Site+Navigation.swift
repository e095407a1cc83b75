internal import Grading
internal import Markdown

extension Site {
  /// The line above a page's title: its chapter, for a task after the list of exercises.
  func eyebrow(of page: SitePage) -> String {
    if let entry = exercises[page] {
      let list = pages.first { $0.document.path == "Docs/Exercises.md" }
      let opening = pages.first { $0.chapter == entry.chapter && $0.isOpening }
      return [list, opening].compactMap { $0?.anchor(from: page.path) }.joined(separator: " · ")
    }
    guard let chapter = page.chapter else { return "" }
    if page.isOpening { return chapter.title }
    let title = page.document.title.escapedForHTML
    return chapter.title + " · "
      + "\(chapter.document)/index.html".anchor(title, from: page.path)
  }

  /// The list beside a page: the sections of its chapter, or for a task the chapter's exercises.
  func contents(beside page: SitePage) -> (label: String, entries: [PageTemplate.Entry])? {
    if let entry = exercises[page] {
      let entries = exercises.entries.filter { $0.chapter == entry.chapter }
        .map { PageTemplate.Entry(path: $0.page.path, title: $0.exercise.name) }
      return ("Exercises of this chapter", entries)
    }
    guard page.chapter != nil, !page.isOpening else { return nil }
    let entries = sections(of: page.document).map { entry in
      var entry = entry
      if entry.path != page.path, !entry.parts.contains(where: { $0.path == page.path }) {
        entry.parts = []
      }
      return entry
    }
    return ("Pages of this chapter", entries)
  }

  /// The sections of a chapter's document, each with its pages.
  func sections(of document: Document) -> [PageTemplate.Entry] {
    var entries: [PageTemplate.Entry] = []
    for page in pages where page.document.path == document.path && !page.isOpening {
      if page.raise == 2, !entries.isEmpty {
        entries[entries.count - 1].parts.append(page.entry)
      } else {
        entries.append(page.entry)
      }
    }
    return entries
  }

  /// The pages before and after a page: in the book, or for a task among the exercises.
  func neighbours(of page: SitePage) -> (previous: PageTemplate.Entry?, next: PageTemplate.Entry?) {
    let list =
      exercises[page] == nil
      ? pages.dropLast(library.linked.count) : exercises.entries.map(\.page)[...]
    guard let index = list.firstIndex(where: { $0.path == page.path }) else { return (nil, nil) }
    let entry = { (index: Int) in list.indices.contains(index) ? list[index].entry : nil }
    return (entry(index - 1), entry(index + 1))
  }

  /// On a chapter's first page.
  func listOfPages(of page: SitePage) -> String {
    let item = { (entry: PageTemplate.Entry, attributes: String) in
      "<li\(attributes)>" + entry.path.anchor(entry.title.escapedForHTML, from: page.path) + "\n"
    }
    let items = sections(of: page.document).map { entry in
      item(entry, "") + entry.parts.map { item($0, " class=\"sub\"") }.joined()
    }
    return
      "<nav class=\"pages\" aria-label=\"Pages of this chapter\">\n<ol>\n\(items.joined())</ol>\n</nav>\n"
  }
}
