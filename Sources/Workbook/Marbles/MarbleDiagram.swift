/// What each observer received, and when: a row for each sender and each observer, a column for each send or
/// subscription.
///
/// It is made of what was recorded while a page ran. A send opens a column and closes it when it
/// returns; what observers receive in between stands in that column. Sends may be nested, since
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
