internal import Terminal

/// Rows of marks over columns of time, all columns aligned:
///
/// ```
/// sent        1-----2-----3--|--4
/// observer1      ^--2-----3--|
/// observer2            ^--3--|
/// ```
package struct TimeGrid {
  package enum Shape: Sendable {
    /// The part begins to observe or to read.
    case begin
    case value
    case completed
    case error
    /// The part no longer observes or reads.
    case end
  }

  package struct Mark: Sendable {
    package let order: Int
    package let shape: Shape
    package var text = ""
  }

  package struct Row: Sendable {
    package let name: String
    package var cells: [Int: [Mark]] = [:]
    /// Whether dashes follow the last mark.
    package var goesOn = false
  }

  package var rows: [Row]
  package let columnCount: Int

  /// The number of dashes between two columns.
  private static let gap = 2

  /// The lines, in several groups if one would be too wide.
  func lines(width limit: Int) -> [String] {
    let nameWidth = (rows.map(\.name.count).max() ?? 0) + 3
    return groups(room: limit - nameWidth).enumerated().flatMap { index, columns in
      let lines = rows.compactMap { row -> String? in
        let text = text(of: row, in: columns).withoutTrailingSpaces
        return text.isEmpty ? nil : row.name.padded(to: nameWidth) + text
      }
      return (index > 0 ? [""] : []) + lines
    }
  }

  private func width(of column: Int) -> Int {
    rows.compactMap { $0.cells[column].map(Self.text)?.count }.max() ?? 1
  }

  /// The columns of each group: as many as fit, at least one.
  private func groups(room: Int) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var (start, used) = (0, 0)
    for column in 0..<columnCount {
      let width = width(of: column)
      if column > start, used + width + Self.gap > room {
        groups.append(start..<column)
        (start, used) = (column, 0)
      }
      used += width + Self.gap
    }
    return start < columnCount ? groups + [start..<columnCount] : groups
  }

  /// Dashes from the first mark to the last one, and beyond it if the row continues.
  private func text(of row: Row, in columns: Range<Int>) -> String {
    guard let first = row.cells.keys.min(), let last = row.cells.keys.max() else { return "" }
    let end = row.goesOn ? columnCount - 1 : last
    return columns.map { column in
      let width = width(of: column) + Self.gap
      guard (first...end).contains(column) else { return String(repeating: " ", count: width) }
      let text = row.cells[column].map(Self.text) ?? ""
      return column == last && !row.goesOn
        ? text.padded(to: width) : text.padded(to: width, with: "-")
    }
    .joined()
  }

  /// The marks of one moment: `^(12)!`, with commas if a text is wide.
  private static func text(of marks: [Mark]) -> String {
    let received = marks.compactMap { mark -> String? in
      switch mark.shape {
      case .begin, .end: nil
      case .value: mark.text
      case .completed: "|"
      case .error: "X"
      }
    }
    let divider = received.contains { $0.count > 1 } ? "," : ""
    let beginning = marks.first { $0.shape == .begin }.map { "^" + $0.text } ?? ""
    return beginning
      + (received.count > 1 ? "(\(received.joined(separator: divider)))" : received.joined())
      + (marks.contains { $0.shape == .end } ? "!" : "")
  }
}

extension TimeGrid {
  /// The version that each reader sees: a row for each part, a column for each event.
  ///
  /// ```
  /// A   ^1--count 0------count 0--2--count 1--
  /// B               ^1--+2--!
  /// ```
  /// `^1` begins to read at version 1, `+2` commits version 2, `2` is at version 2 after a refresh,
  /// and `!` releases its version. The row of an observer has `^` at its subscription, then what it
  /// receives, and `!` at its end.
  init(versionsIn recording: Recording) {
    var rows = recording.parts.map { Row(name: $0) }
    var columnCount = 0
    for event in recording.events {
      let shape: Shape
      switch event.kind {
      case .open, .subscribe: shape = .begin
      case .pin, .read, .receive, .commit: shape = .value
      case .release, .dispose: shape = .end
      default: continue
      }
      guard let row = rows.firstIndex(where: { $0.name == event.to }) else { continue }
      let text = shape == .end ? "" : (event.kind == .commit ? "+" : "") + event.text
      rows[row].cells[columnCount] = [Mark(order: event.order, shape: shape, text: text)]
      if shape != .value { rows[row].goesOn = shape == .begin }
      columnCount += 1
    }
    self.init(rows: rows.filter { !$0.cells.isEmpty }, columnCount: columnCount)
  }
}

extension String {
  var withoutTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
