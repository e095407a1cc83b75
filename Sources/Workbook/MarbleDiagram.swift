internal import Terminal

/// What each observer received, and when: a row for each sender and each observer, a column for each send or
/// subscription.
///
/// It is drawn from what was recorded while a page ran. A send opens a column and closes it when it
/// returns; what observers receive in between is drawn in that column. Sends may be nested, since
/// delivery is depth first.
public struct MarbleDiagram: Sendable, Equatable {
  /// A sender or an observer, and its marks by column.
  struct Row: Sendable, Equatable {
    let name: String
    var cells: [Int: [Mark]] = [:]
    /// Whether the observer's sequence has ended.
    var hasEnded = false

    /// Whether it belongs to an observer: those begin by subscribing.
    var isObserver: Bool { cells.values.contains { $0.contains(.subscription) } }
  }

  /// In the order in which they first appeared.
  private(set) var rows: [Row] = []
  private(set) var columnCount = 0
  /// The column that is open now, if a send or a subscription is going on.
  private var current: Int?
  /// The column that was opened last by disposals alone, which share it.
  private var disposals: Int?

  /// Whether nothing was recorded.
  public var isEmpty: Bool { columnCount == 0 }

  /// Makes room for a row, unless there is one of that name.
  mutating func addRow(_ name: String) { _ = index(of: name) }

  /// Opens a column.
  ///
  /// - Returns: the column that was open before, for ``close(returningTo:)``.
  mutating func open(with mark: Mark, in row: String) -> Int? {
    let surrounding = current
    current = addColumn()
    add(mark, to: row)
    return surrounding
  }

  /// Returns to the column around the current one.
  mutating func close(returningTo surrounding: Int?) { current = surrounding }

  /// Adds a mark to the open column, or in one of its own when none is open.
  mutating func add(_ mark: Mark, to row: String) {
    add(mark, to: row, column: current ?? addColumn())
  }

  /// Adds a disposal, unless the row has ended; those that follow each other share a column.
  mutating func addDisposal(to row: String) {
    guard let index = rows.firstIndex(where: { $0.name == row }), !rows[index].hasEnded else {
      return
    }
    let column = current ?? disposals ?? addColumn()
    add(.disposal, to: row, column: column)
    if current == nil { disposals = column }
  }

  private mutating func addColumn() -> Int {
    disposals = nil
    columnCount += 1
    return columnCount - 1
  }

  private mutating func add(_ mark: Mark, to name: String, column: Int) {
    let index = index(of: name)
    rows[index].cells[column, default: []].append(mark)
    rows[index].hasEnded = mark.isEnd
  }

  private mutating func index(of name: String) -> Int {
    if let index = rows.firstIndex(where: { $0.name == name }) { return index }
    rows.append(Row(name: name))
    return rows.count - 1
  }
}

extension MarbleDiagram {
  /// The diagram as lines of plain text, all columns aligned:
  ///
  /// ```
  /// sent        1-----2-----3--|--4
  /// observer1      ^--2-----3--|
  /// observer2            ^--3--|
  /// ```
  public var lines: [String] {
    let texts = rows.map { row in row.cells.mapValues(Self.text) }
    let widths = (0..<columnCount).map { column in
      texts.compactMap { $0[column]?.count }.max() ?? 1
    }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    return zip(rows, texts).map { row, texts in
      let name = row.name.padded(to: nameWidth + 3)
      return name + line(of: texts, widths: widths, goesOn: row.isObserver && !row.hasEnded)
    }
  }

  /// A row's marks with dashes between them, and after the last one if its observer still listens.
  private func line(of texts: [Int: String], widths: [Int], goesOn: Bool) -> String {
    guard let first = texts.keys.min(), let last = texts.keys.max() else { return "" }
    let before = widths[..<first].reduce(0) { $0 + $1 + Self.gap }
    let cells = (first...(goesOn ? columnCount - 1 : last)).map { column in
      let text = texts[column] ?? ""
      return column == last && !goesOn
        ? text : text.padded(to: widths[column] + Self.gap, with: "-")
    }
    return String(repeating: " ", count: before) + cells.joined()
  }

  /// The dashes between two columns.
  private static let gap = 2

  /// The marks of one moment: several events are in brackets, separated by commas when one is wide.
  private static func text(of marks: [Mark]) -> String {
    let events = marks.filter { $0 != .subscription && $0 != .disposal }.map(\.text)
    let divider = events.contains { $0.count > 1 } ? "," : ""
    let told = events.count > 1 ? "(\(events.joined(separator: divider)))" : events.joined()
    let before = marks.contains(.subscription) ? Mark.subscription.text : ""
    let after = marks.contains(.disposal) ? Mark.disposal.text : ""
    return before + told + after
  }
}

/// One sign in a marble diagram.
public enum Mark: Sendable, Equatable {
  /// `^`
  case subscription
  /// The value's own text.
  case value(String)
  /// `|`
  case completed
  /// `X`
  case error
  /// `!`
  case disposal

  /// How it is drawn.
  var text: String {
    switch self {
    case .subscription: "^"
    case .value(let text): text
    case .completed: "|"
    case .error: "X"
    case .disposal: "!"
    }
  }

  /// Whether an observer receives nothing after it.
  var isEnd: Bool {
    switch self {
    case .completed, .error, .disposal: true
    case .subscription, .value: false
    }
  }
}
