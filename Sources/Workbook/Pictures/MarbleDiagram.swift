/// The events that each observer received, over time: a row for each sender and each observer, a
/// column for each send or subscription.
///
/// An event that is received inside a send or a subscription is drawn in the same column. Sends may
/// be nested, since delivery is depth first.
struct MarbleDiagram {
  private var rows: [TimeGrid.Row]
  private var columnCount = 0
  /// The columns of sends and subscriptions, by their order.
  private var columns: [Int: Int] = [:]
  /// The column of the disposals that directly follow each other.
  private var disposals: Int?

  init(_ recording: Recording) {
    rows = recording.parts.map { TimeGrid.Row(name: $0) }
    for event in recording.events { add(event, inside: column(around: event, in: recording)) }
    rows.removeAll { $0.cells.isEmpty }
  }

  /// The diagram. The row of an observer that is still subscribed continues after its last mark.
  var grid: TimeGrid {
    var rows = rows
    for index in rows.indices {
      let isObserver = rows[index].cells.values.joined().contains { $0.shape == .begin }
      rows[index].goesOn = isObserver && !rows[index].hasEnded
    }
    return TimeGrid(rows: rows, columnCount: columnCount)
  }

  /// The column of the innermost send or subscription around an event.
  private func column(around event: Recording.Event, in recording: Recording) -> Int? {
    var order = event.inside
    while let current = order, columns[current] == nil { order = recording.event(current).inside }
    return order.flatMap { columns[$0] }
  }

  private mutating func add(_ event: Recording.Event, inside column: Int?) {
    switch (event.kind, event.from, event.to) {
    case (.send, let part?, _), (.complete, let part?, _), (.error, let part?, _),
      (.subscribe, _, let part?):
      let column = addColumn()
      columns[event.order] = column
      add(event, to: part, column: column)
    case (.receive, _, let part?), (.complete, _, let part?), (.error, _, let part?):
      add(event, to: part, column: column ?? addColumn())
    case (.dispose, _, let part?):
      guard let row = rows.first(where: { $0.name == part }), row.last != nil, !row.hasEnded
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
    guard let place = rows.firstIndex(where: { $0.name == part }) else { return }
    let shape: TimeGrid.Shape =
      switch event.kind {
      case .subscribe: .begin
      case .complete: .completed
      case .error: .error
      case .dispose: .end
      default: .value
      }
    let mark = TimeGrid.Mark(
      order: event.order, shape: shape, text: shape == .value ? event.text : "")
    rows[place].cells[column, default: []].append(mark)
  }
}

extension TimeGrid.Row {
  /// The mark of the latest event, which may be inside that of an earlier column.
  fileprivate var last: TimeGrid.Mark? { cells.values.joined().max { $0.order < $1.order } }

  fileprivate var hasEnded: Bool { [.completed, .error, .end].contains(last?.shape) }
}
