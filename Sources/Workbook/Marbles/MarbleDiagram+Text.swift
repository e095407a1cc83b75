internal import Terminal

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

  /// The marks of one moment: several events stand in brackets, divided by commas when one is wide.
  private static func text(of marks: [Mark]) -> String {
    let events = marks.filter { $0 != .subscription && $0 != .disposal }.map(\.text)
    let divider = events.contains { $0.count > 1 } ? "," : ""
    let told = events.count > 1 ? "(\(events.joined(separator: divider)))" : events.joined()
    let before = marks.contains(.subscription) ? Mark.subscription.text : ""
    let after = marks.contains(.disposal) ? Mark.disposal.text : ""
    return before + told + after
  }
}
