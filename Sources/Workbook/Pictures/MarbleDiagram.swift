/// The events that each observer received, over time: a row for each sender and each observer, a
/// column for each send or subscription.
///
/// An event that is received inside a send or a subscription is drawn in the same column. Sends may
/// be nested, since delivery is depth first.
struct MarbleDiagram {
  private var rows: [(row: TimeGrid.Row, hasEnded: Bool)]
  private var columnCount = 0
  /// The columns of sends and subscriptions, by their order.
  private var columns: [Int: Int] = [:]
  /// The column of the disposals that directly follow each other.
  private var disposals: Int?

  init(_ recording: Recording) {
    rows = recording.parts.map { (TimeGrid.Row(name: $0), false) }
    for (index, event) in recording.events.enumerated() {
      add(event, order: index + 1, inside: column(around: event, in: recording))
    }
    rows.removeAll { $0.row.cells.isEmpty }
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
      add(event, order, to: part, column: column)
    case (.receive, _, let part?), (.complete, _, let part?), (.error, _, let part?):
      add(event, order, to: part, column: column ?? addColumn())
    case (.dispose, _, let part?):
      guard let row = rows.first(where: { $0.row.name == part }), !row.row.cells.isEmpty,
        !row.hasEnded
      else { return }
      let shared = column ?? disposals ?? addColumn()
      add(event, order, to: part, column: shared)
      if column == nil { disposals = shared }
    default: break
    }
  }

  private mutating func addColumn() -> Int {
    disposals = nil
    columnCount += 1
    return columnCount - 1
  }

  private mutating func add(
    _ event: Recording.Event, _ order: Int, to part: String, column: Int
  ) {
    guard let place = rows.firstIndex(where: { $0.row.name == part }) else { return }
    let mark =
      switch event.kind {
      case .subscribe: TimeGrid.Mark(order: order, shape: .begin)
      case .complete: TimeGrid.Mark(order: order, shape: .completed)
      case .error: TimeGrid.Mark(order: order, shape: .error)
      case .dispose: TimeGrid.Mark(order: order, shape: .end)
      default: TimeGrid.Mark(order: order, shape: .value, text: event.text)
      }
    rows[place].row.cells[column, default: []].append(mark)
    rows[place].hasEnded = mark.shape.isLast
  }

  /// The diagram. The row of an observer that is still subscribed continues after its last mark.
  var grid: TimeGrid {
    TimeGrid(
      rows: rows.map { row, hasEnded in
        let isObserver = row.cells.values.joined().contains { $0.shape == .begin }
        var row = row
        row.goesOn = isObserver && !hasEnded
        return row
      },
      columnCount: columnCount)
  }
}
