internal import Grading
internal import Markdown

/// The ids of claims, errata and Realm's behaviours (`S0-23`, `E-01`, `R-01`), and their places.
struct Identifiers: Sendable {
  struct Entry: Sendable {
    let id: String
    let document: String
    let line: String
    /// The first page of the chapters that names it.
    var page: SitePage?
  }

  private(set) var entries: [Entry] = []
  /// The addresses of the definitions, by id.
  private var addresses: [String: String] = [:]

  init(_ pages: [SitePage], in documents: [Document]) {
    for document in documents { add(document) }
    // The chapters' pages are in the order of the book.
    var first: [String: SitePage] = [:]
    for page in pages where page.chapter != nil {
      let text = page.blocks.flatMap(\.texts).map(\.plain).joined(separator: " ")
      for id in text.matches(of: Self.id).map({ String($0.output) }) where first[id] == nil {
        first[id] = page
      }
    }
    for index in entries.indices { entries[index].page = first[entries[index].id] }
  }

  private mutating func add(_ document: Document) {
    for (index, block) in document.blocks.enumerated() {
      switch block.content {
      case .heading(2, let text) where Self.isID(text.plain):
        let next = document.blocks[(index + 1)...].first?.texts.first?.first
        let line = if case .strong(let parts) = next { parts.plain } else { "" }
        add(text.plain, in: document, line)
      case .list(let list):
        for item in list.items {
          guard let id = Self.defined(by: item.text) else { continue }
          add(id, in: document, Self.firstSentence(of: Array(item.text.dropFirst())))
        }
      case .table(let table):
        for row in table.rows {
          guard let id = Self.defined(by: row[0]) else { continue }
          add(id, in: document, row.count > 1 ? row[1].plain : "")
        }
      default: break
      }
    }
  }

  private mutating func add(_ id: String, in document: Document, _ line: String) {
    guard addresses[id] == nil else { return }
    let page = "\(document.path.dropFirst(document.path.folder.count).dropLast(3)).html"
    addresses[id] = "\(page)#\(id.lowercased())"
    entries.append(Entry(id: id, document: document.path, line: line.replacing("\n", with: " ")))
  }

  /// The text up to its first full stop, without the mark of a claim and its quotation.
  private static func firstSentence(of text: [Inline]) -> String {
    let plain = text.plain.replacing("\n", with: " ")
    let start = plain.firstRange(of: ": ")?.upperBound ?? plain.startIndex
    let rest = plain[start...]
    let ends = [". ", "「", " →"].compactMap { rest.firstRange(of: $0)?.lowerBound }
    return String(rest[..<(ends.min() ?? rest.endIndex)])
  }

  /// The id that an item or a row begins with, in bold, and thereby defines.
  static func defined(by text: [Inline]) -> String? {
    guard case .strong(let parts) = text.first, isID(parts.plain) else { return nil }
    return parts.plain
  }

  /// The list of a document's ids. Empty for a document that is such a table itself.
  func table(of document: Document) -> String {
    let entries = entries.filter { $0.document == document.path }
    let isTable = document.blocks.contains { if case .table = $0.content { true } else { false } }
    guard !entries.isEmpty, !isTable else { return "" }
    let rows = entries.map { entry in
      let shown = entry.page.map {
        "\($0.anchor()) <small>\($0.document.title.escapedForHTML)</small>"
      }
      return "<tr><td><a href=\"#\(entry.id.lowercased())\">\(entry.id)</a></td>"
        + "<td>\(entry.line.escapedForHTML)</td><td>\(shown ?? "")</td></tr>\n"
    }
    let heads = ["id", "in one line", "shown by"].map { "<th scope=\"col\">\($0)</th>" }
    return PageBody.table(labelled: "All ids", heads: heads.joined(), rows: rows.joined())
  }

  /// Text as HTML in which each known id is a link.
  func linked(_ html: String, from page: String) -> String {
    // Faster, because few texts have a hyphen.
    guard html.utf8.contains(UInt8(ascii: "-")) else { return html }
    return html.replacing(Self.id) { match in
      let id = String(match.output)
      return addresses[id]?.anchor(id, from: page) ?? id
    }
  }

  /// Whether a text is a list of known ids: `R-01, R-02`.
  func areAllIDs(_ text: String) -> Bool {
    text.split(separator: ", ").allSatisfy { addresses[String($0)] != nil }
  }

  private static var id: Regex<Substring> {
    /\b(?:E|R|S[0-4])-[0-9]{2}\b/.wordBoundaryKind(.simple)
  }

  private static func isID(_ text: String) -> Bool { text.wholeMatch(of: id) != nil }
}
