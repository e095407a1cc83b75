package import Foundation
internal import Grading
internal import Markdown
package import Workbook

package struct Site: Sendable {
  /// By path below the site's folder.
  package private(set) var files: [String: Data] = [:]

  let library: Library
  /// By the commands of their pages.
  let recordings: [String: RecordedPage]
  let pages: [SitePage]
  let exercises: ExerciseIndex
  let links: LinkMap
  let ids: Identifiers

  /// Builds the site from the documents with these `names` below `Docs`. A page without a recording
  /// has no picture. `read` returns the text of a file of the package, or nil. Throws its error, or
  /// a ``MarkdownError`` if a document cannot be shown.
  package init(
    documents names: [String], recordings: [RecordedPage] = [], read: (String) throws -> String?
  ) throws {
    self.recordings = Dictionary(recordings.map { ($0.run, $0) }) { $1 }
    library = try Library(documents: names, read: read)
    pages = Self.pages(of: library, titles: self.recordings.mapValues(\.title))
    exercises = ExerciseIndex(pages)
    links = LinkMap(pages: pages, sources: Set(library.sources.keys))
    ids = Identifiers(pages, in: library.documents)
    try addPages()
    try addPrintedBook()
    addFrontPage()
    addCodePages()
    addSearch()
    for (path, script) in MovedObservers.scripts { add(script, as: path) }
    for name in Self.assets {
      add(try Library.text(of: "Sources/Book/Assets/\(name)", read: read), as: name)
    }
  }

  private static func pages(of library: Library, titles: [String: String]) -> [SitePage] {
    library.documents.flatMap { document -> [SitePage] in
      let name = document.path.dropFirst(document.path.folder.count).dropLast(3)
      if document.path == "README.md" {
        return [.whole(document, at: "start.html", titled: "How to start")]
      }
      guard let chapter = Outline.chapters.first(where: { $0.document == name }) else {
        return [.whole(document, at: "\(name).html")]
      }
      return SitePage.pages(of: document, in: chapter, titles: titles)
    }
      + library.linked.map { .whole($0, at: "\($0.path.dropLast(3)).html") }
  }

  /// The style and the scripts of the pages. They are read with the documents: as arrays in the
  /// program they would take longer to compile than the rest of this target.
  private static let assets = [
    "book.css", "book.js", "columns.js", "controls.js", "copy.js", "front.js", "laboratory.js",
    "lockstep.js", "move.js", "picture.js", "predict.js", "search.js", "theme.js",
  ]

  /// The path of the page with the whole book.
  static let printed = "print.html"

  private mutating func add(_ text: String, as path: String) { files[path] = Data(text.utf8) }

  private mutating func addPages() throws {
    for page in pages {
      let laboratory =
        page.run.flatMap { LaboratoryFigure.moving[$0] }
        ?? recording(of: page)?.laboratory.map(LaboratoryFigure.init)
      let (previous, next) = neighbours(of: page)
      let template = PageTemplate(
        path: page.path, title: page.fullTitle, eyebrow: eyebrow(of: page),
        contents: contents(beside: page),
        body: try PageBody(site: self, page: page).html() + (laboratory?.html ?? ""),
        previous: previous, next: next, scripts: scripts(of: page, laboratory),
        isSection: page.chapter != nil || exercises[page] != nil)
      add(template.html(), as: page.path)
    }
  }

  func recording(of page: SitePage) -> RecordedPage? { page.run.flatMap { recordings[$0] } }

  /// The line numbers of an excerpt in its file. Nil if it is not there.
  func excerpt(_ code: CodeBlock) -> [Int?]? {
    code.sourcePath.flatMap { library.sources[$0] }.flatMap(code.lineNumbers)
  }

  /// HTML that the site adds to a page: the lines of a task, or a list of exercises, pages or ids.
  func head(of page: SitePage) -> String {
    if let entry = exercises[page] { return exercises.head(of: entry) }
    if page.document.path == "Docs/Exercises.md" { return exercises.table(from: page.path) }
    if page.isOpening, page.chapter != nil { return listOfPages(of: page) }
    return ids.table(of: page.document)
  }

  private func scripts(of page: SitePage, _ laboratory: LaboratoryFigure?) -> [String] {
    let recording = recording(of: page)
    let hasPair = recording.flatMap { LockstepFigure($0, in: self) } != nil
    return ["copy.js"] + (recording == nil && laboratory == nil ? [] : ["controls.js"])
      + (recording == nil ? [] : ["columns.js", "picture.js"]) + (hasPair ? ["lockstep.js"] : [])
      + (laboratory?.scripts ?? []) + (page.run == nil ? [] : ["predict.js"])
  }

  private mutating func addFrontPage() {
    let front = FrontPage(site: self)
    let page = PageTemplate(
      path: "index.html", title: library.documents[0].title, body: front.html(),
      scripts: front.recording == nil ? [] : ["controls.js", "front.js"])
    add(page.html(), as: page.path)
  }

  /// The whole book on one page, with its pictures and the tables of its laboratories.
  private mutating func addPrintedBook() throws {
    var html = ""
    for page in pages.dropLast(library.linked.count) {
      let isOpening = page.isOpening ? " class=\"opening\"" : ""
      let laboratory = recording(of: page)?.laboratory.map { LaboratoryFigure($0).table }
      var printed = page
      printed.path = Self.printed
      let body = try PageBody(site: self, page: printed, isPrinted: true).html()
      html += "<article\(isOpening)>\n\(body)\(laboratory ?? "")</article>\n"
    }
    let template = PageTemplate(
      path: Self.printed, title: "The whole book · \(library.documents[0].title)", body: html)
    add(template.html(), as: template.path)
  }

  /// A page for each source file, with anchors for quotations and links to their pages.
  private mutating func addCodePages() {
    var quoted: [String: Set<Int>] = [:]
    var quoting: [String: [SitePage]] = [:]
    for page in pages {
      for case .code(let code) in page.blocks.map(\.content) {
        guard let path = code.sourcePath,
          let first = excerpt(code)?.compactMap(\.self).first
        else { continue }
        quoted[path, default: []].insert(first)
        if quoting[path]?.last?.path != page.path { quoting[path, default: []].append(page) }
      }
    }
    for (path, lines) in library.sources {
      let texts = lines.last == "" ? lines.dropLast().map(String.init) : lines.map(String.init)
      let html =
        path.hasSuffix(".swift")
        ? SwiftCode.lines(texts, marksTypes: false) : texts.map(\.escapedForHTML)
      let numbered = html.enumerated().map { index, line in
        let anchor = quoted[path]?.contains(index + 1) == true ? " id=\"L\(index + 1)\"" : ""
        return "<span class=\"row\"\(anchor)>\(line)</span>"
      }
      let page = LinkMap.page(of: path)
      let ways = quoting[path, default: []].map { $0.anchor(from: page) }
      let body =
        "<h1 class=\"path\">\(path.escapedForHTML)</h1>\n<figure class=\"swift\"><pre class=\"numbered\" tabindex=\"0\">"
        + "<code>\(numbered.joined(separator: "\n"))</code></pre></figure>\n"
      let template = PageTemplate(
        path: page, title: path,
        eyebrow: ways.isEmpty ? "" : "Shown in \(ways.joined(separator: ", "))",
        body: body, scripts: ["copy.js"])
      add(template.html(), as: page)
    }
  }

  private mutating func addSearch() {
    var index = SearchIndex()
    pages.forEach { index.add($0, links) }
    index.add(Self.printed, "The whole book on one page, to print")
    add(index.script, as: "index.js")
    let body = """
      <h1>Search</h1>
      <noscript><p>The search needs JavaScript. Without it, the <a href="index.html">contents</a> lead to \
      every page.</p></noscript>
      <p id="found" role="status"></p>
      <ol id="results"></ol>

      """
    let page = PageTemplate(
      path: "search.html", title: "Search · \(library.documents[0].title)", body: body,
      scripts: ["search.js"])
    add(page.html(), as: page.path)
  }
}

extension Site {
  package static var chapters: [String] {
    Outline.chapters.map(\.chapter).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  package var size: Int { files.values.reduce(0) { $0 + $1.count } }
}
