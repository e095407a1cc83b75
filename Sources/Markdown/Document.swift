internal import Foundation

/// A Markdown file: `block*`.
package struct Document: Equatable, Sendable {
  /// The path below the package's root: `Docs/Subjects.md`.
  package let path: String
  package let blocks: [Block]
  /// Its lines, to which ``Block/line`` refers.
  package let lines: [Substring]
  /// The anchors of the headings, keyed by the index of their block, as GitHub generates them.
  package let anchors: [Int: String]
  /// The text of its first heading of level 1, otherwise its path.
  package var title: String { headings.first { $0.level == 1 }?.text ?? path }

  package var headings: [(line: Int, level: Int, text: String)] {
    blocks.compactMap { block in
      guard case .heading(let level, let text) = block.content else { return nil }
      return (block.line, level, text.plain)
    }
  }

  /// - Throws: ``MarkdownError`` at the first line with syntax that the documents do not use.
  package init(path: String, text: String) throws(MarkdownError) {
    var parser = BlockParser(path: path, text: text)
    try parser.read()
    self.path = path
    blocks = parser.blocks
    lines = parser.lines
    anchors = Self.anchors(of: blocks)
  }

  private static func anchors(of blocks: [Block]) -> [Int: String] {
    var uses: [String: Int] = [:]
    var anchors: [Int: String] = [:]
    for (index, block) in blocks.enumerated() {
      guard case .heading(_, let text) = block.content else { continue }
      let anchor = String(
        text.plain.lowercased().map { " \n".contains($0) ? "-" : $0 }
          .filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
      let count = uses[anchor, default: 0]
      uses[anchor] = count + 1
      anchors[index] = count == 0 ? anchor : "\(anchor)-\(count)"
    }
    return anchors
  }
}

/// A place in a document that the book cannot show as intended.
package struct MarkdownError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package let path: String
  package let line: Int
  package let problem: String

  package init(path: String, line: Int, problem: String) {
    self.path = path
    self.line = line
    self.problem = problem
  }

  package var description: String { "\(path):\(line): \(problem)" }

  package var errorDescription: String? { description }
}

/// A part of a document.
package struct Block: Equatable, Sendable {
  package indirect enum Content: Equatable, Sendable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case list(List)
    case table(DocumentTable)
    case code(CodeBlock)
  }

  /// The number of its first line, from 1.
  package let line: Int
  package let content: Content
}

/// A flat list, with numbers or without.
package struct List: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    package let text: [Inline]
    /// The state of its checkbox. Nil without one.
    package let isDone: Bool?
  }

  /// The number of the first item. Nil for a list with bullets.
  package let start: Int?
  package var items: [Item]
}

/// A table: every row has a cell for each column.
package struct DocumentTable: Equatable, Sendable {
  /// Whether each column is aligned at its end, as numbers are.
  package let isNumber: [Bool]
  package let heads: [[Inline]]
  package var rows: [[[Inline]]]
}

/// A fenced block.
package struct CodeBlock: Equatable, Sendable {
  /// The words after the opening fence: `console`, or `swift Sources/MiniRx/Event.swift`.
  package let info: String
  package var lines: [String]
  /// The summary of a folded block. Nil if the block is not folded.
  package var summary: String?
}

/// A part of a paragraph.
package indirect enum Inline: Equatable, Sendable {
  case text(String)
  case code(String)
  case emphasis([Inline])
  case strong([Inline])
  /// The text of a link, its target as it is written, and its line.
  case link([Inline], target: String, line: Int)
}

extension [Inline] {
  package var plain: String {
    map { part in
      switch part {
      case .text(let text), .code(let text): text
      case .emphasis(let parts), .strong(let parts), .link(let parts, _, _): parts.plain
      }
    }
    .joined()
  }

  /// The links in it, also those within other marks.
  package var links: [(target: String, line: Int)] {
    flatMap { part -> [(target: String, line: Int)] in
      switch part {
      case .text, .code: []
      case .emphasis(let parts), .strong(let parts): parts.links
      case .link(_, let target, let line): [(target, line)]
      }
    }
  }
}

extension Block {
  /// Its texts: a heading, a paragraph, items or cells.
  package var texts: [[Inline]] {
    switch content {
    case .heading(_, let text), .paragraph(let text): [text]
    case .list(let list): list.items.map(\.text)
    case .table(let table): table.heads + table.rows.flatMap(\.self)
    case .code: []
    }
  }
}
