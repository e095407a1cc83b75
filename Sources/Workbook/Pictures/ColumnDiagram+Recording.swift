extension ColumnDiagram {
  /// A diagram of the calls between parts, and of the events at one part.
  ///
  /// A call that makes no other call is one arrow with its result, and so is a message that is
  /// answered at once. A return without a result is left out. Equal blocks that follow each other
  /// are drawn once, with their number. A part for which the page made room has a column.
  init(callsIn recording: Recording, as form: Form) {
    let parts = recording.parts
    var blocks: [[Row]] = []
    var done: Set<Int> = []
    for event in recording.events where event.kind != .line && !done.contains(event.order) {
      if event.kind == .return, event.text.isEmpty || done.contains(event.inside ?? 0) { continue }
      var text = event.phrase
      if event.kind == .call, let result = recording.resultOfLeaf(event) {
        done.insert(event.order)
        if !result.isEmpty { text += form.joint + result }
      } else if form == .terminal, let answer = recording.answer(to: event) {
        done.insert(answer.order)
        text += form.joint + answer.text
      }
      guard let row = Row(event.order, text, event.from, event.to, parts) else { continue }
      if event.inside == nil || blocks.isEmpty { blocks.append([]) }
      blocks[blocks.count - 1].append(row)
    }
    self.init(names: parts, rows: form == .terminal ? Self.folded(blocks) : blocks.flatMap(\.self))
  }

  /// The rows of all blocks, where equal blocks that follow each other are one.
  private static func folded(_ blocks: [[Row]]) -> [Row] {
    var rows: [Row] = []
    var rest = blocks[...]
    while let block = rest.first {
      let count = rest.prefix { other in
        other.elementsEqual(block) { ($0.from, $0.to, $0.text) == ($1.from, $1.to, $1.text) }
      }.count
      rest = rest.dropFirst(count)
      rows += block
      if count > 1 { rows[rows.count - block.count].text += " (\(count) times)" }
    }
    return rows
  }
}

extension Recording {
  /// The answer to a message to the right, if it is the next event.
  fileprivate func answer(to message: Event) -> Event? {
    guard message.kind == .send, let next = events.dropFirst(message.order).first,
      next.kind == .send, next.from == message.to, next.to == message.from,
      let from = parts.firstIndex(where: { $0 == message.from }),
      let to = parts.firstIndex(where: { $0 == message.to }), from < to
    else { return nil }
    return next
  }

  /// The result of a call that has only printed lines inside. Nil for another call.
  func resultOfLeaf(_ call: Event) -> String? {
    let rest = events[call.order...].first { $0.kind != .line }
    return rest?.kind == .return && rest?.inside == call.order ? rest?.text : nil
  }
}

extension ColumnDiagram.Row {
  /// An arrow between two of the names, or a note at one. Nil without a name.
  init?(_ order: Int, _ text: String, _ from: String?, _ to: String?, _ names: [String]) {
    let from = from.flatMap { names.firstIndex(of: $0) }
    let to = to.flatMap { names.firstIndex(of: $0) }
    guard let end = to ?? from else { return nil }
    self.init(order: order, from: from ?? end, to: end, text: text)
  }
}

extension Recording.Event {
  /// The event in a few words. A call or a return is its text alone.
  var phrase: String { .words([.line, .send].contains(kind) ? nil : verb, text) }

  /// The event as a sentence.
  package var words: String {
    let part =
      switch kind {
      case .call where from != nil && to != nil: "\(from ?? "") calls \(to ?? ""):"
      case .return: "\(from ?? "") returns"
      default: to ?? from ?? "the page"
      }
    return .words(part, verb, text)
  }

  private var verb: String? {
    switch kind {
    case .call, .return: nil
    case .line: "prints"
    case .send: "sends"
    case .subscribe: "subscribes"
    case .receive: "receives"
    case .dispose: "ends its subscription"
    case .complete: to == nil ? "completes" : "receives completed"
    case .error: to == nil ? "fails" : "receives the error"
    case .lock: "locks"
    case .unlock: "unlocks"
    case .open: "opens at version"
    case .pin: "is at version"
    case .release: "gives up its version"
    case .commit: "commits version"
    case .read: "reads"
    case .write: "writes"
    case .`init`: text.isEmpty ? "is created" : "begins"
    case .`deinit`: text.isEmpty ? "is released" : "ends"
    }
  }
}

extension String {
  /// The words that there are, with a space between them.
  static func words(_ words: String?...) -> String {
    words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
