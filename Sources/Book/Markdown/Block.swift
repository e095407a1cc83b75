/// A part of a document: a heading, a paragraph, a list, a table or a block of code.
struct Block: Equatable, Sendable {
  indirect enum Content: Equatable, Sendable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case list(List)
    case table(Table)
    case code(CodeBlock)
  }

  /// The line of its beginning, from 1.
  let line: Int
  let content: Content
}

/// A flat list, with numbers or without.
struct List: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    let text: [Inline]
    /// The state of its box. Nil if it has none.
    let isDone: Bool?
  }

  /// The number of the first item. Nil for a list with bullets.
  let start: Int?
  var items: [Item]
}

/// A table: every row has a cell for each column.
struct Table: Equatable, Sendable {
  /// Whether each column is aligned at its end, as numbers are.
  let isNumber: [Bool]
  let heads: [[Inline]]
  var rows: [[[Inline]]]
}

/// A fenced block.
struct CodeBlock: Equatable, Sendable {
  /// The words behind the opening fence: `console`, or `swift Sources/MiniRx/Event.swift`.
  let info: String
  let lines: [String]
  /// What is shown of a block that is folded until its reader opens it. Nil if it is not folded.
  var summary: String?
}

/// A part of a paragraph.
indirect enum Inline: Equatable, Sendable {
  case text(String)
  case code(String)
  case emphasis([Inline])
  case strong([Inline])
  /// The text of a link, its target as it is written, and its line.
  case link([Inline], target: String, line: Int)
}

extension [Inline] {
  /// The text without its marks.
  var plain: String {
    map { part in
      switch part {
      case .text(let text), .code(let text): text
      case .emphasis(let parts), .strong(let parts), .link(let parts, _, _): parts.plain
      }
    }
    .joined()
  }

  /// The links in it, also those within other marks.
  var links: [(target: String, line: Int)] {
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
  /// Its paragraphs, items and cells.
  var texts: [[Inline]] {
    switch content {
    case .heading(_, let text), .paragraph(let text): [text]
    case .list(let list): list.items.map(\.text)
    case .table(let table): table.heads + table.rows.flatMap(\.self)
    case .code: []
    }
  }
}
