// MARK: Recordings

extension ColumnDiagram {
  /// Calls between parts, and what happens to one part.
  ///
  /// A call that makes no other call is one arrow with its result, and so is a message that is answered at once. A return
  /// without a result is left out. What a page does several times in a row is drawn once, with the number of times. A
  /// part for which the page made room has a column even if nothing reaches it.
  init(callsIn recording: Recording) {
    let parts = recording.parts
    var blocks: [[Row]] = []
    var done: Set<Int> = []
    for (index, event) in recording.events.enumerated() where event.kind != .line {
      if event.kind == .return, event.text.isEmpty || done.contains(event.inside ?? 0) { continue }
      if done.contains(index + 1) { continue }
      var text = event.phrase
      if event.kind == .call, let result = recording.resultOfLeaf(order: index + 1) {
        done.insert(index + 1)
        if !result.isEmpty { text += " -> \(result)" }
      } else if let answer = recording.answer(order: index + 1) {
        done.insert(answer)
        text += " -> \(recording.event(answer).text)"
      }
      guard let row = Row(event, text, parts: parts) else { continue }
      if event.inside == nil || blocks.isEmpty { blocks.append([]) }
      blocks[blocks.count - 1].append(row)
    }
    self.init(names: parts, rows: Self.folded(blocks))
  }

  /// The rows of all blocks, where equal blocks that follow each other are one.
  private static func folded(_ blocks: [[Row]]) -> [Row] {
    var rows: [Row] = []
    var rest = blocks[...]
    while let block = rest.first {
      let count = rest.prefix { $0 == block }.count
      rest = rest.dropFirst(count)
      rows += count == 1 ? block : [block[0].adding(" (\(count) times)")] + block.dropFirst()
    }
    return rows
  }
}

extension Recording {
  /// The order of the message that answers another one to the right, if it comes next, before a printed line.
  fileprivate func answer(order: Int) -> Int? {
    let (message, next) = (event(order), order)
    guard next < events.count, message.kind == .send, events[next].kind == .send,
      events[next].from == message.to, events[next].to == message.from,
      let from = parts.firstIndex(where: { $0 == message.from }),
      let to = parts.firstIndex(where: { $0 == message.to }), from < to
    else { return nil }
    return next + 1
  }

  /// What a call returns, if nothing but printed lines happened inside it.
  func resultOfLeaf(order: Int) -> String? {
    let rest = events[order...].first { $0.kind != .line }
    guard let rest, rest.kind == .return, rest.inside == order else { return nil }
    return rest.text
  }
}

extension ColumnDiagram.Row {
  /// An arrow between two parts, or a note at one; nil for an event of no part.
  fileprivate init?(_ event: Recording.Event, _ text: String, parts: [String]) {
    let from = event.from.flatMap { parts.firstIndex(of: $0) }
    let to = event.to.flatMap { parts.firstIndex(of: $0) }
    switch (from, to) {
    case (let from?, let to?) where from != to: self = .arrow(from: from, to: to, text)
    case (_, let part?), (let part?, nil): self = .note(at: part, text)
    default: return nil
    }
  }

  fileprivate func adding(_ end: String) -> Self {
    switch self {
    case .arrow(let from, let to, let text): .arrow(from: from, to: to, text + end)
    case .note(let column, let text): .note(at: column, text + end)
    }
  }
}

extension Recording.Event {
  /// What happens, in a few words: a call and a return by their texts alone.
  var phrase: String {
    let verb: String? =
      switch kind {
      case .call, .return, .line, .send: nil
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
    return [verb, text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
