/// Which version each reader sees: a row for each part, a column for each event.
///
/// ```
/// A   ^1--count 0------count 0--2--count 1--
/// B               ^1--+2--!
/// ```
/// `^1` begins to read at version 1, `+2` commits version 2, `2` is at it after a refresh, and `!` gives it up. An observer of versions
/// has `^` where it begins to observe, what it receives, and `!` where it ends.
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
      rows[row].goesOn = Self.isOpen(after: event.kind) ?? rows[row].goesOn
      columnCount += 1
    }
    grid = TimeGrid(rows: rows.filter { !$0.cells.isEmpty }, columnCount: columnCount)
  }

  /// Whether a part reads or observes after an event; nil if the event does not change that.
  private static func isOpen(after kind: Recording.Kind) -> Bool? {
    switch kind {
    case .open, .subscribe: true
    case .release, .dispose: false
    default: nil
    }
  }

  private static func text(of event: Recording.Event) -> String? {
    switch event.kind {
    case .open, .subscribe: "^" + event.text
    case .pin, .read, .receive: event.text
    case .commit: "+" + event.text
    case .release, .dispose: "!"
    default: nil
    }
  }
}
