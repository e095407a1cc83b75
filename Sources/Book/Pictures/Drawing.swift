internal import Grading
internal import Workbook

/// A picture as SVG: the names and lines, and for each step a group of the class `mark`.
struct Drawing {
  private let recording: Recording
  private var steps: [(order: Int, elements: String)] = []
  private var ground = ""
  private var size = (width: 0.0, height: 0.0)

  init(_ recording: Recording, as picture: Picture) {
    self.recording = recording
    switch picture.layout(of: recording) {
    case .rows(let grid): draw(grid)
    case .columns(let diagram): draw(diagram)
    }
    steps.sort { $0.order < $1.order }
  }

  var orders: [Int] { steps.map(\.order) }

  /// The element, with more `attributes`. `data` returns the `data-` attributes of a step, from its
  /// event, and from all events until the next step.
  func svg(
    _ attributes: String = "role=\"img\"",
    data: (Recording.Event, ArraySlice<Recording.Event>) -> [(name: String, value: String)]
  ) -> String {
    let (width, height) = (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
    let least = Int((size.width * 0.85).rounded(.up))
    let ends = orders.dropFirst() + [recording.events.count + 1]
    let groups = zip(steps, ends).map { step, end in
      let event = recording.events[step.order - 1]
      let data = data(event, recording.events[(step.order - 1)..<(end - 1)])
        .map { " data-\($0.name)=\"\($0.value.escapedForHTML)\"" }
      return "<g class=\"mark \(event.kind.rawValue)\"\(data.joined())>\(step.elements)</g>\n"
    }
    // The picture shrinks a little to fit, then scrolls.
    return "<svg \(attributes) viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
      + "style=\"min-width: \(least)px; max-width: 100%\">\n\(ground)\(groups.joined())</svg>"
  }

  private static func width(of text: String) -> Double { Double(text.utf16.count) * 7.3 }
}

extension Drawing {
  private static let rowHeight = 36.0

  private static func width(of mark: TimeGrid.Symbol) -> Double {
    max(26, width(of: mark.text) + 14)
  }

  private mutating func draw(_ grid: TimeGrid) {
    let widths = (0..<grid.columnCount).map { column in
      grid.rows.map { row in row.cells[column, default: []].map(Self.width).reduce(0, +) }
        .reduce(20, max)
    }
    let left = (grid.rows.map { Self.width(of: $0.name) }.max() ?? 0) + 24
    let starts = widths.reduce(into: [left]) { $0.append($0[$0.count - 1] + $1 + 12) }
    for (number, row) in grid.rows.enumerated() {
      let y = Double(number) * Self.rowHeight + 22
      guard let first = row.cells.keys.min(), let last = row.cells.keys.max() else { continue }
      let end = row.goesOn ? starts[grid.columnCount] : starts[last] + widths[last]
      ground +=
        label(row.name, 0, y + 4, " class=\"name\"")
        + line(from: (starts[first], y), to: (end, y), " class=\"time\"") + "\n"
      for (column, cell) in row.cells {
        var x = starts[column]
        for mark in cell {
          let width = Self.width(of: mark)
          steps.append((mark.order, shape(of: mark, at: (x + width / 2, y), width)))
          x += width
        }
      }
    }
    size = (starts[grid.columnCount] + 8, Double(grid.rows.count) * Self.rowHeight + 8)
  }

  private func shape(
    of mark: TimeGrid.Symbol, at place: (x: Double, y: Double), _ width: Double
  ) -> String {
    let (x, y) = place
    let middle = " text-anchor=\"middle\""
    switch mark.shape {
    case .completed: return line(from: (x, y - 12), to: (x, y + 12))
    case .error: return path("M\(text(x - 8)) \(text(y - 8))l16 16m0-16l-16 16")
    case .end: return path("M\(text(x - 5)) \(text(y - 9))v18m5 0v-18")
    case .begin:
      return path("M\(text(x - 7)) \(text(y + 10))l7-12 7 12z", " class=\"filled\"")
        + (mark.text.isEmpty ? "" : label(mark.text, x, y - 7, middle))
    case .value:
      return
        "<rect x=\"\(text(x - (width - 4) / 2))\" y=\"\(text(y - 12))\" width=\"\(text(width - 4))\" "
        + "height=\"24\" rx=\"12\"/>" + label(mark.text, x, y + 4, middle)
    }
  }
}

extension Drawing {
  private mutating func draw(_ diagram: ColumnDiagram) {
    let widths = diagram.widths(
      ofName: { max(64, Self.width(of: $0) + 20) }, ofNote: { Self.width(of: $0) + 28 },
      ofArrow: { Self.width(of: $0) + 36 })
    let places = widths.reduce(into: [6]) { $0.append($0[$0.count - 1] + $1) }
    let height = 40 + Double(diagram.rows.count) * 28
    for (name, place) in zip(diagram.names, places) {
      ground +=
        label(name, place, 14, " class=\"name\"")
        + line(from: (place, 24), to: (place, height), " class=\"time\"") + "\n"
    }
    for (number, row) in diagram.rows.enumerated() {
      let (y, from, to) = (50 + Double(number) * 28, places[row.from], places[row.to])
      let tip = to > from ? 8 : -8
      let elements =
        row.from == row.to
        ? "<circle cx=\"\(text(to))\" cy=\"\(text(y - 4))\" r=\"4\" class=\"filled\"/>"
          + label(row.text, to + 12, y)
        : path("M\(text(from)) \(text(y))H\(text(to))m\(-tip) -5l\(tip) 5 \(-tip) 5")
          + label(row.text, min(from, to) + 12, y - 6)
      steps.append((row.order, elements))
    }
    size = ((places.last ?? 0) + 8, height + 4)
  }
}

private func label(_ words: String, _ x: Double, _ y: Double, _ attributes: String = "") -> String {
  "<text x=\"\(text(x))\" y=\"\(text(y))\"\(attributes)>\(words.escapedForHTML)</text>"
}

private func line(
  from start: (Double, Double), to end: (Double, Double), _ attributes: String = ""
) -> String {
  "<line x1=\"\(text(start.0))\" x2=\"\(text(end.0))\" y1=\"\(text(start.1))\" "
    + "y2=\"\(text(end.1))\"\(attributes)/>"
}

private func path(_ commands: String, _ attributes: String = "") -> String {
  "<path d=\"\(commands)\"\(attributes)/>"
}

/// A number with at most one decimal.
private func text(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
}
