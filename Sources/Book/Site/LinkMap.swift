internal import Markdown

/// The places of the package's files and anchors in the site.
struct LinkMap {
  /// The first pages of documents, by path.
  private var pages: [String: SitePage] = [:]
  /// The addresses by path and anchor of the document.
  private var anchors: [String: String] = [:]
  private let sources: Set<String>
  /// The first page of a chapter that links to each term of the glossary.
  private(set) var uses: [String: SitePage] = [:]

  static let glossary = "Docs/Glossary.md"

  init(pages: [SitePage], sources: Set<String>) {
    self.sources = sources
    for page in pages {
      let path = page.document.path
      if page.isOpening { self.pages[path] = page }
      for index in page.range {
        guard let anchor = page.document.anchors[index] else { continue }
        let fragment = index == page.range.lowerBound && page.raise > 0 ? "" : "#\(anchor)"
        anchors["\(path)#\(anchor)"] = page.path + fragment
      }
      guard page.chapter != nil else { continue }
      for link in page.blocks.flatMap(\.texts).flatMap(\.links) where !link.target.isExternal {
        guard let place = try? LinkPlace(link.target, in: path, line: link.line),
          place.path == Self.glossary, let term = place.anchor, uses[term] == nil
        else { continue }
        uses[term] = page
      }
    }
  }

  /// The address of a link's target, relative to a page. Nil for a file that the site does not
  /// show. Throws if the link leads nowhere.
  func address(
    of target: String, in document: String, line: Int, from page: String
  ) throws(MarkdownError) -> String? {
    if target.isExternal { return target.hasPrefix("https://") ? target : nil }
    let place = try LinkPlace(target, in: document, line: line)
    if place.isOfLearner || place.path.hasSuffix(".swift") && !sources.contains(place.path) {
      return nil
    }
    let found =
      if let anchor = place.anchor { anchors["\(place.path)#\(anchor)"] } else {
        pages[place.path]?.path ?? (sources.contains(place.path) ? Self.page(of: place.path) : nil)
      }
    guard let found else {
      throw MarkdownError(path: document, line: line, problem: "\(target) leads nowhere")
    }
    // Within a page, the anchor is enough.
    if found.hasPrefix(page + "#") { return String(found.dropFirst(page.count)) }
    return found.link(from: page)
  }

  /// The title of the document that a link leads to, if its text is the file's name: `Errata.md`.
  func title(of target: String, in document: String, named name: String) -> String? {
    guard name.hasSuffix(".md"), let place = try? LinkPlace(target, in: document, line: 0) else {
      return nil
    }
    return pages[place.path]?.document.title
  }

  /// Plain text, in which links named after a document have its title.
  func plain(_ text: [Inline], in document: String) -> String {
    text.map { part in
      guard case .link(let parts, let target, _) = part else { return [part].plain }
      return title(of: target, in: document, named: parts.plain) ?? parts.plain
    }.joined()
  }

  static func page(of source: String) -> String { "\(source).html" }
}
