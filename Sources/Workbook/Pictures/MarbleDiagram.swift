/// What each observer received, and when: a row for each sender and each observer, a column for each send or
/// subscription.
///
/// What observers receive inside a send or a subscription is drawn in its column. Sends may be nested, since delivery is
/// depth first.
struct MarbleDiagram {
  private var rows: [(name: String, marks: [Int: [Recording.Event]], hasEnded: Bool)]
  private var columnCount = 0
  /// The columns of sends and subscriptions, by their order.
  private var columns: [Int: Int] = [:]
  /// The column that disposals share which follow each other.
  private var disposals: Int?

  init(_ recording: Recording) {
    rows = recording.parts.map { ($0, [:], false) }
    for (index, event) in recording.events.enumerated() {
      add(event, order: index + 1, inside: column(around: event, in: recording))
    }
    rows.removeAll { $0.marks.isEmpty }
  }

  /// The column of the innermost send or subscription around an event.
  private func column(around event: Recording.Event, in recording: Recording) -> Int? {
    var order = event.inside
    while let current = order {
      if let column = columns[current] { return column }
      order = recording.event(current).inside
    }
    return nil
  }

  private mutating func add(_ event: Recording.Event, order: Int, inside column: Int?) {
    switch (event.kind, event.from, event.to) {
    case (.send, let part?, _), (.complete, let part?, _), (.error, let part?, _),
      (.subscribe, _, let part?):
      let column = addColumn()
      columns[order] = column
      add(event, to: part, column: column)
    case (.receive, _, let part?), (.complete, _, let part?), (.error, _, let part?):
      add(event, to: part, column: column ?? addColumn())
    case (.dispose, _, let part?):
      guard let row = rows.first(where: { $0.name == part }), !row.marks.isEmpty, !row.hasEnded
      else { return }
      let shared = column ?? disposals ?? addColumn()
      add(event, to: part, column: shared)
      if column == nil { disposals = shared }
    default: break
    }
  }

  private mutating func addColumn() -> Int {
    disposals = nil
    columnCount += 1
    return columnCount - 1
  }

  private mutating func add(_ event: Recording.Event, to part: String, column: Int) {
    guard let row = rows.firstIndex(where: { $0.name == part }) else { return }
    rows[row].marks[column, default: []].append(event)
    rows[row].hasEnded = [.complete, .error, .dispose].contains(event.kind)
  }

  /// The diagram, where a row of an observer that still listens goes on after its last mark.
  var grid: TimeGrid {
    TimeGrid(
      rows: rows.map { row in
        let isObserver = row.marks.values.contains { $0.contains { $0.kind == .subscribe } }
        return TimeGrid.Row(
          name: row.name, cells: row.marks.mapValues(Self.text),
          goesOn: isObserver && !row.hasEnded)
      },
      columnCount: columnCount)
  }

  /// The marks of one moment, `^(12)!`: several events are in brackets, separated by commas when one is wide.
  private static func text(of events: [Recording.Event]) -> String {
    let marks = events.compactMap { event -> String? in
      switch event.kind {
      case .subscribe, .dispose: nil
      case .complete: "|"
      case .error: "X"
      default: event.text
      }
    }
    let divider = marks.contains { $0.count > 1 } ? "," : ""
    let received = marks.count > 1 ? "(\(marks.joined(separator: divider)))" : marks.joined()
    let isBeginning = events.contains { $0.kind == .subscribe }
    let isEnd = events.contains { $0.kind == .dispose }
    return (isBeginning ? "^" : "") + received + (isEnd ? "!" : "")
  }
}
