/// A part of a document: a heading, a paragraph, a list, a table or a block of code.
package struct Block: Equatable, Sendable {
  package indirect enum Content: Equatable, Sendable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case list(List)
    case table(Table)
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
package struct Table: Equatable, Sendable {
  /// Whether each column is aligned at its end, as numbers are.
  package let isNumber: [Bool]
  package let heads: [[Inline]]
  package var rows: [[[Inline]]]
}

/// A fenced block.
package struct CodeBlock: Equatable, Sendable {
  /// The words after the opening fence: `console`, or `swift Sources/MiniRx/Event.swift`.
  package let info: String
  package let lines: [String]
  /// The summary of a folded block. Nil if the block is not folded.
  package var summary: String?

  package init(info: String, lines: [String], summary: String? = nil) {
    self.info = info
    self.lines = lines
    self.summary = summary
  }
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
