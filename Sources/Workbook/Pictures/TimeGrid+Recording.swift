extension TimeGrid {
  /// The events that observers receive: a row for each sender and each observer, a column for each
  /// send or subscription, and for disposals that follow each other.
  ///
  /// An event that is received inside a send or a subscription is drawn in the same column. Sends
  /// may be nested, since delivery is depth first.
  init(marblesIn recording: Recording) {
    var rows = recording.parts.map { Row(name: $0) }
    var columnCount = 0
    /// The columns of sends and subscriptions, by their order.
    var columns: [Int: Int] = [:]
    var columnOfDisposals: Int?
    for event in recording.events {
      let shape: Shape
      switch event.kind {
      case .subscribe: shape = .begin
      case .send, .receive: shape = .value
      case .complete: shape = .completed
      case .error: shape = .error
      case .dispose: shape = .end
      default: continue
      }
      guard let row = rows.firstIndex(where: { $0.name == event.from ?? event.to }),
        shape != .end || rows[row].goesOn
      else { continue }
      let beginsColumn = shape == .begin || event.from != nil
      var outer = beginsColumn ? nil : event.inside
      while let order = outer, columns[order] == nil { outer = recording.event(order).inside }
      var column = outer.flatMap { columns[$0] } ?? (shape == .end ? columnOfDisposals : nil)
      if column == nil {
        column = columnCount
        columnCount += 1
        columnOfDisposals = shape == .end ? column : nil
      }
      if beginsColumn { columns[event.order] = column }
      let text = shape == .value ? event.text : ""
      let symbol = Symbol(order: event.order, shape: shape, text: text)
      rows[row].cells[column ?? 0, default: []].append(symbol)
      if shape != .value { rows[row].goesOn = shape == .begin }
    }
    self.init(rows: rows.filter { !$0.cells.isEmpty }, columnCount: columnCount)
  }

  /// The version that each reader sees: a row for each part, a column for each event.
  ///
  /// ```
  /// A   ^1--count 0------count 0--2--count 1--
  /// B               ^1--+2--!
  /// ```
  /// `^1` begins to read at version 1, `+2` commits version 2, `2` is at version 2 after a refresh,
  /// and `!` releases its version. The row of an observer has `^` at its subscription, then what it
  /// receives, and `!` at its end.
  init(versionsIn recording: Recording) {
    var rows = recording.parts.map { Row(name: $0) }
    var columnCount = 0
    for event in recording.events {
      let shape: Shape
      switch event.kind {
      case .open, .subscribe: shape = .begin
      case .pin, .read, .receive, .commit: shape = .value
      case .release, .dispose: shape = .end
      default: continue
      }
      guard let row = rows.firstIndex(where: { $0.name == event.to }) else { continue }
      let text = shape == .end ? "" : (event.kind == .commit ? "+" : "") + event.text
      rows[row].cells[columnCount] = [Symbol(order: event.order, shape: shape, text: text)]
      if shape != .value { rows[row].goesOn = shape == .begin }
      columnCount += 1
    }
    self.init(rows: rows.filter { !$0.cells.isEmpty }, columnCount: columnCount)
  }
}
