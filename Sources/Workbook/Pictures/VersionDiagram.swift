/// Which version each reader sees: a row for each part, a column for each event.
///
/// ```
/// A   ^1--count 0------count 0--2--count 1--
/// B               ^1--+2--!
/// ```
/// `^1` begins to read at version 1, `+2` commits version 2, `2` moves to it, and `!` gives it up.
struct VersionDiagram {
  let grid: TimeGrid

  init(_ recording: Recording) {
    var rows: [TimeGrid.Row] = recording.parts.map { TimeGrid.Row(name: $0) }
    var columnCount = 0
    for event in recording.events {
      guard let text = Self.text(of: event), let part = event.to,
        let row = rows.firstIndex(where: { $0.name == part })
      else { continue }
      rows[row].cells[columnCount] = text
      rows[row].goesOn = event.kind != .release && (rows[row].goesOn || event.kind == .open)
      columnCount += 1
    }
    grid = TimeGrid(rows: rows.filter { !$0.cells.isEmpty }, columnCount: columnCount)
  }

  private static func text(of event: Recording.Event) -> String? {
    switch event.kind {
    case .open: "^" + event.text
    case .pin, .read: event.text
    case .commit: "+" + event.text
    case .release: "!"
    default: nil
    }
  }
}
