internal import Foundation

/// Reads a document line by line. Rejects syntax that it would show incorrectly.
struct BlockParser {
  private(set) var blocks: [Block] = []
  private let path: String
  let lines: [Substring]
  /// The number of lines that were read.
  private var position = 0

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  mutating func read() throws(MarkdownError) {
    while position < lines.count {
      let line = lines[position]
      if line.isEmpty {
        position += 1
      } else if line.hasPrefix("```") {
        try readCode()
      } else if line.hasPrefix("<details>") {
        try readFolded()
      } else if line.hasPrefix("#") {
        try readHeading()
      } else if line.hasPrefix("|") {
        try readTable()
      } else if Self.marker(of: line) != nil {
        try readList()
      } else {
        try readParagraph()
      }
    }
  }

  private mutating func append(_ content: Block.Content, from start: Int) {
    blocks.append(Block(line: start + 1, content: content))
  }

  /// Reads a block of code between `<details><summary>…</summary>` and `</details>`.
  private mutating func readFolded() throws(MarkdownError) {
    let summary = lines[position].wholeMatch(of: #/<details><summary>([^<]+)</summary>/#)?.output.1
    skipEmptyLines(from: position + 1)
    guard let summary, position < lines.count, lines[position].hasPrefix("```") else {
      throw error("<details> holds <summary>, on its line, and one block of code")
    }
    try readCode(summary: String(summary))
    skipEmptyLines(from: position)
    guard position < lines.count, lines[position] == "</details>" else {
      throw error("</details> is missing behind this block of code")
    }
    position += 1
  }

  private mutating func skipEmptyLines(from start: Int) {
    position = lines[start...].firstIndex { !$0.isEmpty } ?? lines.count
  }

  private mutating func readCode(summary: String? = nil) throws(MarkdownError) {
    let start = position
    let info = lines[start].dropFirst(3).trimmingCharacters(in: .whitespaces)
    guard let end = lines[(start + 1)...].firstIndex(of: "```") else {
      throw error("this block of code has no end")
    }
    let known = ["console", "python", "sh", "swift", "text"]
    guard let kind = info.split(separator: " ").first, known.contains(String(kind)) else {
      throw error("a block of code is one of \(known.joined(separator: ", ")), not “\(info)”")
    }
    position = end + 1
    let code = lines[(start + 1)..<end].map(String.init)
    append(.code(CodeBlock(info: info, lines: code, summary: summary)), from: start)
  }

  private mutating func readHeading() throws(MarkdownError) {
    let line = lines[position]
    let level = line.prefix { $0 == "#" }.count
    guard (1...3).contains(level), line.dropFirst(level).first == " " else {
      throw error("a heading has one to three # and a space")
    }
    let text = try inlines([line.dropFirst(level + 1)], from: position)
    append(.heading(level: level, text), from: position)
    position += 1
  }

  private mutating func readParagraph() throws(MarkdownError) {
    let start = position
    while position < lines.count, !lines[position].isEmpty {
      let line = lines[position]
      if line.hasPrefix("```") || line.hasPrefix("|") || line.hasPrefix("# ") { break }
      try refuseOtherBlocks(line)
      guard position == start || Self.marker(of: line) == nil else {
        throw error("a list needs an empty line before it")
      }
      position += 1
    }
    append(.paragraph(try inlines(Array(lines[start..<position]), from: start)), from: start)
  }

  private func refuseOtherBlocks(_ line: Substring) throws(MarkdownError) {
    let others: [(String, String)] = [
      (" ", "indented text that belongs to no list"), ("\t", "text that is indented with a tab"),
      (">", "a quotation"), ("<", "HTML"), ("~~~", "a block of code between tildes"),
      ("---", "a rule or an underlined heading"), ("===", "an underlined heading"),
      ("***", "a rule"), ("+ ", "a list with +"), ("* ", "a list with *"), ("![", "an image"),
    ]
    if let other = others.first(where: { line.hasPrefix($0.0) }) {
      throw error("\(other.1) is not converted")
    }
  }

  /// The marker at the beginning of an item: its width, and its number if it has one.
  private static func marker(of line: Substring) -> (width: Int, number: Int?)? {
    if line.hasPrefix("- ") { return (2, nil) }
    let digits = line.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return (digits.count + 2, Int(digits))
  }

  private mutating func readList() throws(MarkdownError) {
    let start = position
    var list = List(start: Self.marker(of: lines[start])?.number, items: [])
    while position < lines.count, let marker = Self.marker(of: lines[position]) {
      guard (marker.number == nil) == (list.start == nil) else {
        throw error("a list is all bullets or all numbers")
      }
      list.items.append(try readItem(marker.width))
    }
    append(.list(list), from: start)
  }

  private mutating func readItem(_ width: Int) throws(MarkdownError) -> List.Item {
    let start = position
    var text = [lines[start].dropFirst(width)]
    let box = text[0].prefix(4)
    let isDone: Bool? = box == "[ ] " ? false : box == "[x] " ? true : nil
    if isDone != nil { text[0] = text[0].dropFirst(4) }
    position += 1
    while position < lines.count, !lines[position].isEmpty,
      Self.marker(of: lines[position]) == nil
    {
      let line = lines[position]
      let indentation = line.prefix { $0 == " " }.count
      let rest = line.dropFirst(indentation)
      guard indentation == width, Self.marker(of: rest) == nil, !rest.hasPrefix("```") else {
        throw error(
          "an item goes on with \(width) spaces and text; nested blocks are not converted")
      }
      text.append(rest)
      position += 1
    }
    return List.Item(text: try inlines(text, from: start), isDone: isDone)
  }

  private mutating func readTable() throws(MarkdownError) {
    let start = position
    let heads = try readRow()
    guard position < lines.count, let rule = Self.cells(of: lines[position]),
      rule.count == heads.count,
      rule.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0 == ":" } })
    else { throw error("the second line of a table has a rule such as --- for each column") }
    position += 1
    var table = DocumentTable(isNumber: rule.map { $0.hasSuffix(":") }, heads: heads, rows: [])
    while position < lines.count, lines[position].hasPrefix("|") {
      let row = try readRow()
      guard row.count == heads.count else {
        position -= 1
        throw error("this row has \(row.count) cells, and the table \(heads.count) columns")
      }
      table.rows.append(row)
    }
    append(.table(table), from: start)
  }

  private mutating func readRow() throws(MarkdownError) -> [[Inline]] {
    guard let cells = Self.cells(of: lines[position]) else {
      throw error("a row of a table begins and ends with |")
    }
    var row: [[Inline]] = []
    for cell in cells { row.append(try inlines([cell[...]], from: position)) }
    position += 1
    return row
  }

  /// The cells of a row. None of them contains a bar.
  private static func cells(of line: Substring) -> [String]? {
    guard line.hasPrefix("|"), line.dropFirst().hasSuffix("|") else { return nil }
    return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func inlines(_ text: [Substring], from start: Int) throws(MarkdownError) -> [Inline] {
    var parser = InlineParser(path: path, text: text.joined(separator: "\n"), line: start + 1)
    return try parser.read()
  }

  private func error(_ problem: String) -> MarkdownError {
    MarkdownError(path: path, line: position + 1, problem: problem)
  }
}
