internal import Grading
internal import Markdown
internal import Workbook

/// The blocks of a page as HTML.
struct PageBody {
  let site: Site
  let page: SitePage
  /// Whether it is part of the page that has the whole book, where elements have no ids.
  var isPrinted = false

  /// Throws if a link or an excerpt leads nowhere, or if other lines were recorded.
  func html() throws(MarkdownError) -> String {
    let anchors = page.document.anchors
    let isTask = page.document.path.hasSuffix("/Task.md")
    let head = isPrinted ? "" : site.head(of: page)
    // Below the title of a task, otherwise before the first section.
    let place =
      page.range.dropFirst().first { isTask || anchors[$0] != nil }
      ?? page.range.upperBound
    var html = ""
    var section: String?
    for index in page.range {
      if index == place { html += head }
      if let anchor = anchors[index] {
        html += uses(of: section)
        section = anchor
      }
      html += try self.html(page.document.blocks[index], anchor: anchors[index])
    }
    html += uses(of: section)
    return place == page.range.upperBound ? html + head : html
  }

  private func html(_ block: Block, anchor: String?) throws(MarkdownError) -> String {
    switch block.content {
    case .heading(let level, let text):
      let tag = "h\(max(1, level - page.raise))"
      let start = isPrinted ? "<\(tag)>" : "<\(tag) id=\"\((anchor ?? "").escapedForHTML)\">"
      guard anchor == page.slug, let run = page.run else {
        return "\(start)\(try html(text, isLinked: true))</\(tag)>\n"
      }
      return "\(start)\(page.title.escapedForHTML)</\(tag)>\n"
        + "<p class=\"command\"><code>swift run \(run.escapedForHTML)</code></p>\n"
    case .paragraph(let text):
      // The class keeps a prediction from hiding it.
      let isExercise = text.first == ExerciseIndex.mark
      return "<p\(isExercise ? " class=\"exercise\"" : "")>\(try html(text))</p>\n"
    case .list(let list): return try html(list)
    case .table(let table): return try html(table)
    case .code(let code): return try html(code, line: block.line)
    }
  }

  private func html(_ list: List) throws(MarkdownError) -> String {
    let tag = list.start == nil ? "ul" : "ol"
    let start = list.start.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? ""
    var html = "<\(tag)\(start)>\n"
    for item in list.items {
      let box = item.isDone.map { $0 ? "☑ " : "☐ " } ?? ""
      html += "<li\(id(definedBy: item.text))>\(box)\(try self.html(item.text))</li>\n"
    }
    return html + "</\(tag)>\n"
  }

  private func html(_ table: DocumentTable) throws(MarkdownError) -> String {
    let attributes = table.isNumber.map { $0 ? " class=\"number\"" : "" }
    var (heads, rows) = ("", "")
    for (head, attribute) in zip(table.heads, attributes) {
      heads += "<th scope=\"col\"\(attribute)>\(try html(head))</th>"
    }
    for row in table.rows {
      rows += "<tr\(id(definedBy: row[0]))>"
      for (cell, attribute) in zip(row, attributes) {
        rows += "<td\(attribute)>\(try html(cell))</td>"
      }
      rows += "</tr>\n"
    }
    return Self.table(labelled: "Table", heads: heads, rows: rows)
  }

  /// A table that scrolls on a narrow screen.
  static func table(
    _ kind: String = "wide", labelled label: String, heads: String, rows: String
  ) -> String {
    """
    <div class="\(kind)" tabindex="0" role="group" aria-label="\(label)"><table><thead><tr>\
    \(heads)</tr></thead><tbody>
    \(rows)</tbody></table></div>

    """
  }

  private func html(_ code: CodeBlock, line: Int) throws(MarkdownError) -> String {
    if let (block, printed) = page.printed, code == block {
      return "<figure class=\"console run\" data-run=\"\(page.run?.escapedForHTML ?? "")\">"
        + "<pre tabindex=\"0\"><code>\(printed.html)</code></pre></figure>\n"
        + (try picture(of: printed, line: line))
    }
    let text = "<pre tabindex=\"0\"><code>\(code.html)</code></pre>"
    if let summary = code.summary {
      return "<details\(isPrinted ? " open" : "")><summary>\(summary.escapedForHTML)</summary>\n"
        + "<figure class=\"\(code.kind)\">\(text)</figure></details>\n"
    }
    if site.recording(of: page) != nil, code.info == "console",
      code.lines.first?.hasSuffix(" --draw") == true
    {
      return "<details class=\"drawn\" open><summary>In the terminal</summary>\n"
        + "<figure class=\"console\">\(text)</figure></details>\n"
    }
    guard let caption = try caption(of: code, line: line) else {
      return "<figure class=\"\(code.kind)\">\(text)</figure>\n"
    }
    return "<figure class=\"\(code.kind)\"><figcaption>\(caption)</figcaption>\(text)</figure>\n"
  }

  private func picture(of code: CodeBlock, line: Int) throws(MarkdownError) -> String {
    guard let recording = site.recording(of: page) else { return "" }
    guard recording.lines == Array(code.lines.dropFirst()) else {
      throw MarkdownError(
        path: page.document.path, line: line,
        problem: "the page prints other lines now: swift run \(recording.run)")
    }
    let blocks = page.blocks.compactMap { block -> (path: String, lines: [Int?])? in
      guard case .code(let code) = block.content, code.kind == "swift" else { return nil }
      return (code.sourcePath ?? "", site.excerpt(code) ?? [])
    }
    return RunFigure(recorded: recording, blocks: blocks).html()
      + (LockstepFigure(recording, in: site)?.html() ?? "")
  }

  private func caption(of code: CodeBlock, line: Int) throws(MarkdownError) -> String? {
    if let path = code.sourcePath {
      guard let first = site.excerpt(code)?.compactMap(\.self).first else {
        throw MarkdownError(
          path: page.document.path, line: line, problem: "this excerpt is not in \(path)")
      }
      let address = "\(LinkMap.page(of: path))#L\(first)".link(from: page.path)
      return "<a href=\"\(address.escapedForHTML)\">\(path.escapedForHTML)</a>"
    }
    guard code.kind == "swift" else { return nil }
    if code.argument == "compiles" { return "compiles" }
    guard code.argument.hasPrefix("fails: ") else { return nil }
    return "does not compile: \(code.argument.dropFirst(7).description.escapedForHTML)"
  }

  /// A link to the page that first links to a section of the glossary.
  private func uses(of section: String?) -> String {
    guard let section, page.document.path == LinkMap.glossary, let use = site.links.uses[section]
    else {
      return ""
    }
    return "<p class=\"use\">First in \(use.anchor(from: page.path))</p>\n"
  }

  /// The attribute of an item or a row that defines an id of its document.
  private func id(definedBy text: [Inline]) -> String {
    guard !isPrinted, let id = Identifiers.defined(by: text),
      site.ids.entries.contains(where: { $0.id == id && $0.document == page.document.path })
    else { return "" }
    return " id=\"\(id.lowercased())\""
  }

  // `isLinked`: whether the text is in a link or a heading, where ids do not become links.
  private func html(_ text: [Inline], isLinked: Bool = false) throws(MarkdownError) -> String {
    var html = ""
    for part in text {
      switch part {
      case .text(let text):
        let escaped = text.withApostrophes.escapedForHTML
        html += isLinked ? escaped : site.ids.linked(escaped, from: page.path)
      case .code(let code): html += "<code>\(code.escapedForHTML)</code>"
      case .emphasis(let parts): html += "<em>\(try self.html(parts, isLinked: isLinked))</em>"
      case .strong(let parts):
        html += "<strong>\(try self.html(parts, isLinked: isLinked))</strong>"
      case .link(let parts, let target, let line):
        let address = try site.links.address(
          of: target, in: page.document.path, line: line, from: page.path)
        // `[R-01, R-02](Realm.md)`: each id has its own place.
        if site.ids.areAllIDs(parts.plain) {
          html += try self.html(parts)
          continue
        }
        let title = site.links.title(of: target, in: page.document.path, named: parts.plain)
        let inner =
          if let title { title.escapedForHTML } else { try self.html(parts, isLinked: true) }
        html += address.map { "<a href=\"\($0.escapedForHTML)\">\(inner)</a>" } ?? inner
      }
    }
    return html
  }
}

extension String {
  /// The text, where each straight apostrophe after a letter is a typographic one.
  fileprivate var withApostrophes: String {
    utf8.contains(UInt8(ascii: "'")) ? replacing(#/(\p{L})'/#) { "\($0.1)’" } : self
  }
}
