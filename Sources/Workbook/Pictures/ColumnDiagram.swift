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
/// If that is too wide, the texts are beside the columns instead of between them:
///
/// ```
/// page
/// |  chain
/// |  |  file
/// |->|  |  getValue
/// |  |->|  get -> Ann
/// |<-|  |  Ann
/// ```
struct ColumnDiagram {
  enum Row: Equatable {
    case arrow(from: Int, to: Int, String)
    case note(at: Int, String)

    fileprivate var text: String {
      switch self {
      case .arrow(_, _, let text), .note(_, let text): text
      }
    }
  }

  let names: [String]
  let rows: [Row]
}

// MARK: Layout

extension ColumnDiagram {
  /// What an arrow needs besides its text: `- ` before it, ` >` after it, and the line.
  private static let arrowMargin = 5
  /// What a note needs besides its text: the line and a space before it, a space after it.
  private static let noteMargin = 3
  private static let leastWidth = 8
  /// The width of a column that has its texts beside it, and the least room for them.
  private static let (narrowWidth, leastRoom) = (3, 24)

  /// The diagram, with its texts between the columns if each of them then fits on a line.
  func lines(width limit: Int, with glyphs: LineGlyphs) -> [String] {
    guard !rows.isEmpty else { return [] }
    let places = widths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let heading = zip(names, widths).map { $0.padded(to: $1) }.joined()
    let lines = [heading] + rows.map { line(of: $0, $0.text, at: places, with: glyphs) }
    let trimmed = lines.map(\.withoutTrailingSpaces)
    return trimmed.allSatisfy { $0.count <= limit }
      ? trimmed : narrowLines(width: limit, with: glyphs)
  }

  /// Narrow columns, each with its name above its line, and the texts beside all of them.
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

  /// The width of each column: what its name and its texts need.
  private var widths: [Int] {
    var widths = names.map { max($0.count + 2, Self.leastWidth) }
    for case .note(let column, let text) in rows {
      widths[column] = max(widths[column], text.count + Self.noteMargin)
    }
    for case .arrow(let from, let to, let text) in rows {
      let span = min(from, to)..<max(from, to)
      let missing = text.count + Self.arrowMargin - span.map { widths[$0] }.reduce(0, +)
      if missing > 0 { widths[span.upperBound - 1] += missing }
    }
    return widths
  }

  /// The lines down all columns, with an arrow, or with a text or a point at one of them.
  private func line(
    of row: Row, _ text: String, at places: [Int], with glyphs: LineGlyphs
  ) -> String {
    let columns = canvas(places, glyphs)
    switch row {
    case .note(let column, _):
      return text.isEmpty
        ? columns.with(String(glyphs.point), at: places[column])
        : columns.with(text, at: places[column] + 2)
    case .arrow(let from, let to, _):
      let (start, end) = (places[min(from, to)] + 1, places[max(from, to)])
      return columns.with(
        Self.arrow(text, length: end - start, toRight: from < to, glyphs), at: start)
    }
  }

  /// `- get -> Ann -->`, or `<- Ann ---------`.
  private static func arrow(
    _ text: String, length: Int, toRight: Bool, _ glyphs: LineGlyphs
  ) -> String {
    let label = text.isEmpty ? "" : " \(text) "
    let start = String(toRight ? [glyphs.across] : [glyphs.left, glyphs.across]) + label
    let line = start.padded(to: length - (toRight ? 1 : 0), with: glyphs.across)
    return toRight ? line + String(glyphs.right) : line
  }

  /// The lines down all columns, and nothing else.
  private func canvas(_ places: [Int], _ glyphs: LineGlyphs) -> String {
    zip(places, places.dropFirst()).map { start, end in
      String(glyphs.down).padded(to: end - start)
    }
    .joined()
  }
}

extension String {
  /// The text with another one written over it.
  fileprivate func with(_ text: String, at place: Int) -> String {
    prefix(place) + text + dropFirst(place + text.count)
  }
}
