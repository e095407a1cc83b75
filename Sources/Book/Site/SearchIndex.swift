internal import Markdown
internal import Workbook

/// The texts for the search, as a script: a page opened from the file system cannot load data.
struct SearchIndex {
  /// The words of a page or of a section, and where it is.
  private struct Entry: Encodable {
    let path: String
    let title: String
    let context: String
    var slug: String?
    /// Its paragraphs, its lines of code, and the lines that are printed.
    var text: [String] = []
    var code: [String] = []
    var output: [String] = []
  }

  private var entries: [Entry] = []

  /// Adds a page of a chapter as one entry. Another page has an entry for each heading of the
  /// second level, and one for each id that it defines.
  mutating func add(_ page: SitePage, _ links: LinkMap) {
    let anchors = page.document.anchors
    let kind = page.document.path.hasSuffix("/Task.md") ? "Exercise" : ""
    let context = page.title == page.document.title ? kind : page.document.title
    let plain = { (text: [Inline]) in links.plain(text, in: page.document.path) }
    entries.append(Entry(path: page.path, title: page.title, context: context, slug: page.slug))
    for index in page.range.dropFirst() {
      switch page.document.blocks[index].content {
      case .heading(2, let text) where page.chapter == nil:
        begin(text.plain, at: anchors[index] ?? "", of: page)
      case .heading(_, let text), .paragraph(let text): add(plain(text))
      case .list(let list):
        for item in list.items { add(plain(item.text), of: page, item.text) }
      case .table(let table):
        for row in table.rows {
          add(plain(Array(row.joined(separator: [.text(" ")]))), of: page, row[0])
        }
      case .code(let code):
        let lines = code.lines.filter { !$0.allSatisfy(\.isWhitespace) }
        let field = code.kind == "console" ? \Entry.output : \.code
        entries[entries.count - 1][keyPath: field] += lines
      }
    }
  }

  private mutating func begin(_ title: String, at anchor: String, of page: SitePage) {
    entries.append(
      Entry(path: "\(page.path)#\(anchor)", title: title, context: page.document.title))
  }

  /// Adds an item or a row. It is an entry of its own if `start` defines an id.
  private mutating func add(_ text: String, of page: SitePage, _ start: [Inline]) {
    if let id = Identifiers.defined(by: start) { begin(id, at: id.lowercased(), of: page) }
    add(text)
  }

  private mutating func add(_ text: String) {
    entries[entries.count - 1].text.append(text.replacing("\n", with: " "))
  }

  mutating func add(_ path: String, _ title: String) {
    entries.append(Entry(path: path, title: title, context: ""))
  }

  var script: String { "window.bookIndex = \(jsonText(entries));\n" }
}
