internal import Terminal

/// Columns with a line down each, and arrows and notes below each other in the order of the events:
///
/// ```
/// page              chain            file
///  |- getValue ----->|                |
///  |                 |- get -> Ann -->|
///  |<- Ann ----------|                |
/// ```
///
/// If that is too wide, the texts are beside the columns: `|  |->|  get -> Ann`.
package struct ColumnDiagram {
  package struct Row: Sendable {
    package let order: Int
    /// The columns of an arrow. A note has one column.
    package var from: Int
    package var to: Int
    package var text: String
  }

  /// Whether a message with its answer, and repeated rows, are one row, or a step each.
  package enum Form {
    case terminal
    case steps

    /// The separator between a call and its result.
    var joint: String { self == .terminal ? " -> " : " → " }
  }

  package let names: [String]
  package let rows: [Row]
}

extension ColumnDiagram {
  /// The width of a column that has its texts beside it, and the least room for them.
  private static let (narrowWidth, leastRoom) = (3, 24)

  /// The lines of the diagram, with the texts between the columns if every line then fits.
  func lines(width limit: Int, with glyphs: LineGlyphs) -> [String] {
    guard !rows.isEmpty else { return [] }
    // Beside its text, a note has the line and two spaces, and an arrow `|- ` and ` >`.
    let widths = widths(
      ofName: { max($0.count + 2, 8) }, ofNote: { $0.count + 3 }, ofArrow: { $0.count + 5 })
    let places = widths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let heading = zip(names, widths).map { $0.padded(to: $1) }.joined()
    let lines = [heading] + rows.map { line(of: $0, $0.text, at: places, with: glyphs) }
    let trimmed = lines.map(\.withoutTrailingSpaces)
    return trimmed.allSatisfy { $0.count <= limit }
      ? trimmed : narrowLines(width: limit, with: glyphs)
  }

  private func narrowLines(width limit: Int, with glyphs: LineGlyphs) -> [String] {
    let places = (0...names.count).map { $0 * Self.narrowWidth }
    let room = max(limit - names.count * Self.narrowWidth, Self.leastRoom)
    let heading = names.enumerated().map { canvas(Array(places[...$0]), glyphs) + $1 }
    return rows.reduce(into: heading) { lines, row in
      for (index, text) in row.text.wrapped(to: room).enumerated() {
        let columns =
          index == 0 ? line(of: row, "", at: places, with: glyphs) : canvas(places, glyphs)
        lines.append(columns + text)
      }
    }
  }

  /// The width of each column: its name, its notes, and the texts of arrows between columns fit.
  package func widths<Width: Comparable & AdditiveArithmetic>(
    ofName name: (String) -> Width, ofNote note: (String) -> Width, ofArrow arrow: (String) -> Width
  ) -> [Width] {
    var widths = names.map(name)
    for row in rows where row.from == row.to {
      widths[row.to] = max(widths[row.to], note(row.text))
    }
    for row in rows where row.from != row.to {
      let span = min(row.from, row.to)..<max(row.from, row.to)
      let missing = arrow(row.text) - widths[span].reduce(.zero, +)
      if missing > .zero { widths[span.upperBound - 1] += missing }
    }
    return widths
  }

  /// The lines down all columns, with an arrow, or with a text or a point at one of them.
  private func line(
    of row: Row, _ text: String, at places: [Int], with glyphs: LineGlyphs
  ) -> String {
    let columns = canvas(places, glyphs)
    if row.from == row.to {
      return text.isEmpty
        ? columns.with(String(glyphs.point), at: places[row.to])
        : columns.with(text, at: places[row.to] + 2)
    }
    let (start, end) = (places[min(row.from, row.to)] + 1, places[max(row.from, row.to)])
    return columns.with(
      Self.arrow(text, length: end - start, toRight: row.from < row.to, glyphs), at: start)
  }

  private static func arrow(
    _ text: String, length: Int, toRight: Bool, _ glyphs: LineGlyphs
  ) -> String {
    let label = text.isEmpty ? "" : " \(text) "
    let start = String(toRight ? [glyphs.across] : [glyphs.left, glyphs.across]) + label
    let line = start.padded(to: length - (toRight ? 1 : 0), with: glyphs.across)
    return toRight ? line + String(glyphs.right) : line
  }

  private func canvas(_ places: [Int], _ glyphs: LineGlyphs) -> String {
    zip(places, places.dropFirst()).map { start, end in
      String(glyphs.down).padded(to: end - start)
    }
    .joined()
  }
}

extension String {
  fileprivate func with(_ text: String, at place: Int) -> String {
    prefix(place) + text + dropFirst(place + text.count)
  }
}
