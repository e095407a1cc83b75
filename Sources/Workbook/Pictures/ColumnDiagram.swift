internal import Terminal

/// Columns with a line down each, and arrows and notes below each other in the order of the events:
///
/// ```
/// page              chain            file
///  |- getValue ----->|                |
///  |                 |- get -> Ann -->|
///  |<- Ann ----------|                |
/// ```
struct ColumnDiagram {
  enum Row: Equatable {
    case arrow(from: Int, to: Int, String)
    case note(at: Int, String)
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

  func lines(width limit: Int, with glyphs: LineGlyphs) -> [String] {
    guard !rows.isEmpty else { return [] }
    let widths = widths(limit: limit)
    let places = widths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    return heading(widths).map(\.withoutTrailingSpaces)
      + rows.flatMap { row in
        lines(of: row, at: places, with: glyphs).map(\.withoutTrailingSpaces)
      }
  }

  /// The names of the columns, each above its line.
  private func heading(_ widths: [Int]) -> [String] {
    let names = zip(names, widths).map { $0.wrapped(to: $1 - 2) }
    let height = names.map(\.count).max() ?? 0
    return (0..<height).map { row in
      zip(names, widths).map { lines, width in
        let line = row - (height - lines.count)
        return (line < 0 ? "" : lines[line]).padded(to: width)
      }
      .joined()
    }
  }

  /// The width of each column: what its texts need, or less where all of them would not fit.
  private func widths(limit: Int) -> [Int] {
    let least = self.widths { text in text.split(separator: " ").map(\.count).max() ?? 0 }
    var widths = self.widths(\.count)
    while widths.reduce(0, +) > limit,
      let widest = widths.indices.filter({ widths[$0] > least[$0] }).max(by: {
        widths[$0] < widths[$1]
      })
    { widths[widest] -= 1 }
    return widths
  }

  /// The width of each column for texts of a length.
  private func widths(_ length: (String) -> Int) -> [Int] {
    var widths = names.map { max(length($0) + 2, Self.leastWidth) }
    for case .note(let column, let text) in rows {
      widths[column] = max(widths[column], length(text) + Self.noteMargin)
    }
    for case .arrow(let from, let to, let text) in rows {
      let span = min(from, to)..<max(from, to)
      let missing = length(text) + Self.arrowMargin - span.map { widths[$0] }.reduce(0, +)
      if missing > 0 { widths[span.upperBound - 1] += missing }
    }
    return widths
  }

  private func lines(of row: Row, at places: [Int], with glyphs: LineGlyphs) -> [String] {
    switch row {
    case .note(let column, let text):
      let room = places[column + 1] - places[column] - Self.noteMargin
      return text.wrapped(to: room).map { line in
        canvas(places, glyphs).with(line, at: places[column] + 2)
      }
    case .arrow(let from, let to, let text):
      let (start, end) = (places[min(from, to)] + 1, places[max(from, to)])
      let texts = text.wrapped(to: end - start - Self.arrowMargin + 1)
      return texts.enumerated().map { index, line in
        guard index == texts.count - 1 else {
          return canvas(places, glyphs).with(line, at: start + 2)
        }
        return canvas(places, glyphs).with(
          Self.arrow(line, length: end - start, toRight: from < to, glyphs), at: start)
      }
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
