internal import Grading
internal import Markdown

extension Site {
  /// A page for each source file, with numbered lines and the pages that quote it. Quoted lines
  /// have anchors.
  func codePages() -> [(path: String, html: String)] {
    var quoted: [String: Set<Int>] = [:]
    var quoting: [String: [SitePage]] = [:]
    for page in pages {
      for case .code(let code) in page.blocks.map(\.content) {
        guard let path = code.sourcePath, let lines = sources[path],
          let excerpt = Excerpt(code.lines, in: lines),
          let first = excerpt.lineNumbers.compactMap(\.self).first
        else { continue }
        quoted[path, default: []].insert(first)
        if quoting[path]?.last?.path != page.path { quoting[path, default: []].append(page) }
      }
    }
    return sources.map { path, lines in
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
      return (
        page,
        PageTemplate(
          path: page, title: path,
          eyebrow: ways.isEmpty ? "" : "Shown in \(ways.joined(separator: ", "))",
          body: body, scripts: ["copy.js"]
        ).html()
      )
    }
  }
}
