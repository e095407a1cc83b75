/// The version that each reader sees: a row for each part, a column for each event.
///
/// ```
/// A   ^1--count 0------count 0--2--count 1--
/// B               ^1--+2--!
/// ```
/// `^1` begins to read at version 1, `+2` commits version 2, `2` is at version 2 after a refresh,
/// and `!` releases its version. The row of an observer has `^` at its subscription, then what it
/// receives, and `!` at its end.
struct VersionDiagram {
  let grid: TimeGrid

  init(_ recording: Recording) {
    var rows: [TimeGrid.Row] = recording.parts.map { TimeGrid.Row(name: $0) }
    var columnCount = 0
    for (index, event) in recording.events.enumerated() {
      guard let (shape, text) = Self.mark(of: event), let part = event.to,
        let row = rows.firstIndex(where: { $0.name == part })
      else { continue }
      rows[row].cells[columnCount] = [TimeGrid.Mark(order: index + 1, shape: shape, text: text)]
      if shape != .value { rows[row].goesOn = shape == .begin }
      columnCount += 1
    }
    grid = TimeGrid(rows: rows.filter { !$0.cells.isEmpty }, columnCount: columnCount)
  }

  private static func mark(of event: Recording.Event) -> (TimeGrid.Shape, String)? {
    switch event.kind {
    case .open, .subscribe: (.begin, event.text)
    case .pin, .read, .receive: (.value, event.text)
    case .commit: (.value, "+" + event.text)
    case .release, .dispose: (.end, "")
    default: nil
    }
  }
}
