package import Foundation
internal import Grading
internal import Markdown
package import Workbook

/// The files of the site, made of the documents.
package struct Site: Sendable {
  /// By their paths below the folder of the site.
  package private(set) var files: [String: Data] = [:]

  let library: Library
  /// By the commands of their pages.
  private let recordings: [String: RecordedPage]
  private let pages: [SitePage]
  private let links: LinkMap
  private let sources: [String: [Substring]]

  /// Makes the site.
  ///
  /// - Parameters:
  ///   - names: The names of the documents below `Docs`, without `.md`.
  ///   - recordings: The recordings of the chapters' pages. A page without one has no picture.
  ///   - read: Returns the text of a file of the package by its path. Nil if there is no such file.
  /// - Throws: ``MarkdownError`` if a document cannot be shown, and what `read` throws.
  package init(
    documents names: [String], recordings: [RecordedPage] = [], read: (String) throws -> String?
  ) throws {
    self.recordings = Dictionary(recordings.map { ($0.run, $0) }) { $1 }
    library = try Library(documents: names, read: read)
    pages = Self.pages(of: library)
    links = LinkMap(pages: pages, sources: Set(library.sources.keys))
    sources = library.sources.mapValues {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let kinds = MovedObservers.record()
    try addPages(LaboratoryFigure.all(of: kinds))
    addSources()
    try addSearch()
    try addContents()
    for kind in kinds { add(try kind.script(), as: kind.path) }
    let assets = [
      ("book.css", PackageResources.book_css), ("book.js", PackageResources.book_js),
      ("controls.js", PackageResources.controls_js),
      ("laboratory.js", PackageResources.laboratory_js),
      ("lockstep.js", PackageResources.lockstep_js), ("move.js", PackageResources.move_js),
      ("picture.js", PackageResources.picture_js), ("predict.js", PackageResources.predict_js),
      ("search.js", PackageResources.search_js),
    ]
    for (path, bytes) in assets { files[path] = Data(bytes) }
  }

  private static func pages(of library: Library) -> [SitePage] {
    library.documents.flatMap { document -> [SitePage] in
      let name = document.path.dropFirst(document.path.folder.count).dropLast(3)
      if document.path == "README.md" { return [.whole(document, at: "index.html")] }
      guard let chapter = Outline.chapters.first(where: { $0.document == name }) else {
        return [.whole(document, at: "\(name).html")]
      }
      return SitePage.pages(of: document, in: chapter)
    }
      + library.linked.map { .whole($0, at: "\($0.path.dropLast(3)).html") }
  }

  private mutating func add(_ text: String, as path: String) { files[path] = Data(text.utf8) }

  // MARK: Pages

  private mutating func addPages(_ laboratories: [LaboratoryFigure]) throws {
    for (index, page) in pages.enumerated() {
      let run = page.run
      let recording = run.flatMap { recordings[$0] }
      let counterpart = recording?.fixedRun.flatMap { recordings[$0] }
      var body = try PageBody(
        page: page, links: links, sources: sources,
        recording: recording, counterpart: counterpart
      ).html()
      if page.path == "index.html" { body = Self.opening(body, with: contents) }
      if page.isOpening, page.chapter != nil {
        body +=
          "<nav class=\"chapters\" aria-label=\"Pages of this chapter\">\n"
          + chapterContents(of: page, from: page.path) + "</nav>\n"
      }
      let laboratory =
        try laboratories.first { $0.page == page.path }
        ?? recording?.laboratory.map { try LaboratoryFigure($0, on: page.path) }
      body += laboratory?.html ?? ""
      let template = PageTemplate(
        path: page.path, title: page.title, eyebrow: eyebrow(of: page),
        contents: page.isOpening ? nil : page.chapter?.document,
        body: body, previous: neighbour(of: index, at: index - 1),
        next: neighbour(of: index, at: index + 1),
        scripts: (recording == nil && laboratory == nil ? [] : ["controls.js"])
          + (recording == nil ? [] : ["picture.js"])
          + (recording?.hasTwoRuns == true || counterpart != nil ? ["lockstep.js"] : [])
          + (laboratory?.scripts ?? [])
          + (run == nil ? [] : ["predict.js"]),
        isSection: page.chapter != nil)
      add(template.html(), as: page.path)
    }
  }

  /// The page before or after another one; nil for documents that are only linked to, which have no order.
  private func neighbour(of index: Int, at other: Int) -> PageTemplate.Neighbour? {
    let read = 0..<(pages.count - library.linked.count)
    guard read.contains(index), read.contains(other) else { return nil }
    return PageTemplate.Neighbour(path: pages[other].path, title: pages[other].title)
  }

  private func eyebrow(of page: SitePage) -> String {
    guard let chapter = page.chapter else { return "" }
    let number = chapter.title
    if page.isOpening { return number }
    let opening = "\(chapter.document)/index.html".link(from: page.path)
    return "\(number) · <a href=\"\(opening)\">\(page.document.title.escapedForHTML)</a>"
  }

  /// The list of the pages of a chapter's document.
  private func chapterContents(of page: SitePage, from path: String) -> String {
    let items = sections(of: page.document).map { other in
      let level = other.raise == 2 ? " class=\"sub\"" : ""
      return
        "<li\(level)><a href=\"\(other.path.link(from: path))\">\(other.title.escapedForHTML)</a>\n"
    }
    return "<ol>\n\(items.joined())</ol>\n"
  }

  /// The pages of a chapter's document, without its opening.
  private func sections(of document: Document) -> [SitePage] {
    pages.filter { $0.document.path == document.path && !$0.isOpening }
  }

  /// For each chapter's document its pages, as path, title and level. `book.js` lists them beside each page.
  private mutating func addContents() throws {
    var contents: [String: [[String]]] = [:]
    for page in pages where page.isOpening {
      guard let chapter = page.chapter else { continue }
      contents[chapter.document] = sections(of: page.document).map {
        [$0.path, $0.title, "\($0.raise)"]
      }
    }
    let json = try JSONEncoder.ofBook.encode(contents)
    add("window.bookContents = \(String(decoding: json, as: UTF8.self));\n", as: "contents.js")
  }

  /// The table of contents of the whole book.
  private var contents: String {
    let chapters = Outline.chapters.compactMap { chapter in
      pages.first { $0.chapter == chapter && $0.isOpening }.map { page in
        """
        <section><p class="eyebrow">\(chapter.title)</p>
        <h3><a href="\(page.path)">\(page.title.escapedForHTML)</a></h3>
        \(chapterContents(of: page, from: "index.html"))</section>

        """
      }
    }
    let others = pages.dropFirst().filter {
      $0.chapter == nil && $0.document.path.hasPrefix("Docs/")
    }
    let items = others.map {
      "<li><a href=\"\($0.path)\">\($0.title.escapedForHTML)</a></li>\n"
    }
    return """
      <nav class="book" aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <div class="chapters">
      \(chapters.joined())<section><p class="eyebrow">Other documents</p>
      <ol>
      \(items.joined())</ol></section>
      </div>
      </nav>

      """
  }

  /// A document, with a part inserted before its first section.
  private static func opening(_ body: String, with part: String) -> String {
    guard let place = body.range(of: "<h2")?.lowerBound else { return body + part }
    return body[..<place] + part + body[place...]
  }

  // MARK: Sources and search

  /// Adds a page for each source file. Quoted lines have anchors.
  private mutating func addSources() {
    var quoted: [String: Set<Int>] = [:]
    for page in pages {
      for block in page.blocks {
        guard case .code(let code) = block.content, let path = code.sourcePath,
          let lines = sources[path], let excerpt = Excerpt(code.lines, in: lines),
          let first = excerpt.lineNumbers.compactMap(\.self).first
        else { continue }
        quoted[path, default: []].insert(first)
      }
    }
    for (path, lines) in sources {
      let texts = lines.map(String.init)
      let html =
        path.hasSuffix(".swift")
        ? SwiftCode.lines(texts, marksTypes: false) : texts.map(\.escapedForHTML)
      let marked = html.enumerated().map { index, line in
        quoted[path]?.contains(index + 1) == true
          ? "<span id=\"L\(index + 1)\">\(line)</span>" : line
      }
      let body =
        "<h1 class=\"path\">\(path.escapedForHTML)</h1>\n<figure class=\"swift\"><pre tabindex=\"0\">"
        + "<code>\(marked.joined(separator: "\n"))</code></pre></figure>\n"
      let page = LinkMap.page(of: path)
      add(PageTemplate(path: page, title: path, body: body, hasSearch: false).html(), as: page)
    }
  }

  private mutating func addSearch() throws {
    var index = SearchIndex()
    pages.forEach { index.add($0) }
    add(try index.script(), as: "index.js")
    let body = """
      <h1>Search</h1>
      <noscript><p>The search needs JavaScript. Without it, the <a href="index.html">contents</a> lead to \
      every page.</p></noscript>
      <p id="found" role="status"></p>
      <ol id="results"></ol>

      """
    add(
      PageTemplate(path: "search.html", title: "Search", body: body, scripts: ["search.js"]).html(),
      as: "search.html")
  }
}

extension Site {
  /// The names of the chapters whose programs print pages.
  package static var chapters: [String] {
    Outline.chapters.map(\.chapter).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The size of all files, in bytes.
  package var size: Int { files.values.reduce(0) { $0 + $1.count } }
}
