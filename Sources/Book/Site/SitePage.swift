internal import Grading
internal import Markdown

/// A page of the site: some of the blocks of a document.
struct SitePage: Sendable {
  /// Below the site's folder: `Subjects/publish-subject.html`.
  var path: String
  /// The title of the chapter's page that it shows, otherwise its heading.
  let title: String
  /// The slug of the chapter's page that it shows: `publish-subject`.
  let slug: String?
  let document: Document
  /// The indices of its blocks in the document.
  let range: Range<Int>
  /// Nil for a page of another document.
  let chapter: Outline.ChapterText?
  /// The number of levels by which headings are raised, so that the first one is the page's title.
  let raise: Int

  var isOpening: Bool { range.lowerBound == 0 }

  var blocks: ArraySlice<Block> { document.blocks[range] }

  func anchor(from page: String = "index.html") -> String {
    path.anchor(title.escapedForHTML, from: page)
  }

  var entry: PageTemplate.Entry { PageTemplate.Entry(path: path, title: title, slug: slug) }

  /// The command that prints the section's page, without `swift run`:
  /// `Chapter-Subjects publish-subject`. Nil if there is none.
  var run: String? { printed.map { String($0.run.lines[0].dropFirst("$ swift run ".count)) } }

  /// The title, and the chapter or the document that it belongs to: `Today · Subjects and relays`.
  var fullTitle: String {
    title == document.title ? "\(title) · DataLayerWorkbook" : "\(title) · \(document.title)"
  }

  /// The block with the run of the section's page, and the same run without its picture.
  var printed: (block: CodeBlock, run: CodeBlock)? {
    guard let chapter, let slug else { return nil }
    let command = "$ swift run \(chapter.program) \(slug)"
    for drawing in ["", " --draw"] {
      for case .code(let code) in blocks.map(\.content)
      where code.info == "console" && code.lines.first == command + drawing
        && !code.lines.dropFirst().contains(where: { $0.hasPrefix("$ ") })
      {
        var run = code
        run.lines = [command] + code.lines.dropFirst().prefix { drawing.isEmpty || !$0.isEmpty }
        return (code, run)
      }
    }
    return nil
  }
}

extension SitePage {
  /// The opening of a chapter's document, and its sections. Third-level sections are pages of their
  /// own if one of them is named like a page. `titles` are by command: `Chapter-Subjects hub`.
  static func pages(
    of document: Document, in chapter: Outline.ChapterText, titles: [String: String]
  ) -> [SitePage] {
    let headings = zip(document.anchors.keys.sorted(), document.headings).map {
      (index: $0, level: $1.level, title: $1.text)
    }
    var starts: [(index: Int, level: Int, title: String)] = []
    for (place, heading) in headings.enumerated() {
      let siblings = headings[(place + 1)...].prefix { $0.level > 2 }
      switch heading.level {
      case 1: starts.append(heading)
      case 2: starts += [heading] + (siblings.contains { $0.title.isSlug } ? Array(siblings) : [])
      default: break
      }
    }
    let ends = starts.dropFirst().map(\.index) + [document.blocks.count]
    return zip(starts, ends).map { start, end in
      let name = start.level == 1 ? "index" : document.anchors[start.index] ?? ""
      let title = titles["\(chapter.program) \(start.title)"]
      return SitePage(
        path: "\(chapter.document)/\(name).html", title: title ?? start.title,
        slug: start.title.isSlug ? start.title : nil, document: document,
        range: (start.level == 1 ? 0 : start.index)..<end, chapter: chapter, raise: start.level - 1)
    }
  }

  static func whole(_ document: Document, at path: String, titled title: String? = nil) -> SitePage
  {
    SitePage(
      path: path, title: title ?? document.title, slug: nil, document: document,
      range: 0..<document.blocks.count, chapter: nil, raise: 0)
  }
}

extension String {
  /// Whether the text can be the name of a page: words in lower case, joined by hyphens.
  fileprivate var isSlug: Bool { !isEmpty && allSatisfy { ("a"..."z").contains($0) || $0 == "-" } }

  /// The address of a path from another page: `../Errata.html` from `Subjects/hub.html`.
  func link(from page: String) -> String {
    let folder = page.folder
    if !folder.isEmpty, hasPrefix(folder) { return String(dropFirst(folder.count)) }
    return String(repeating: "../", count: folder.count { $0 == "/" }) + self
  }

  func anchor(_ html: String, from page: String) -> String {
    "<a href=\"\(link(from: page))\">\(html)</a>"
  }

  /// A path without its last part: `Docs/` for `Docs/Subjects.md`.
  var folder: Substring { self[..<(lastIndex(of: "/").map { index(after: $0) } ?? startIndex)] }

  /// A path relative to the folder of this one, without `..`. Nil if it leads out of the package.
  func resolving(_ target: Substring) -> String? {
    var parts = folder.split(separator: "/")
    for part in target.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    return parts.joined(separator: "/")
  }
}
