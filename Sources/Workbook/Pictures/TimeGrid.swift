internal import Terminal

/// Rows of marks over columns of time, all columns aligned:
///
/// ```
/// sent        1-----2-----3--|--4
/// observer1      ^--2-----3--|
/// observer2            ^--3--|
/// ```
package struct TimeGrid {
  /// A part observes or reads between `begin` and `end`.
  package enum Shape: Sendable { case begin, value, completed, error, end }

  package struct Symbol: Sendable {
    package let order: Int
    package let shape: Shape
    package let text: String
  }

  package struct Row: Sendable {
    package let name: String
    package var cells: [Int: [Symbol]] = [:]
    /// Whether dashes follow the last mark.
    package var goesOn = false
  }

  package var rows: [Row]
  package let columnCount: Int

  /// In dashes, between two columns.
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
  private static func text(of marks: [Symbol]) -> String {
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

extension String {
  var withoutTrailingSpaces: String { replacing(#/ +$/#, with: "") }
}
