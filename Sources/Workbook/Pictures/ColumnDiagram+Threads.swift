extension ColumnDiagram {
  /// The events of each thread, the main thread first. A call or a message from one thread to
  /// another is an arrow.
  init(threadsOf recording: Recording, as form: Form = .terminal) {
    var lanes = ThreadLanes(recording, joint: form.joint)
    lanes.addRows()
    self.init(used: lanes.threads, rows: lanes.rows)
  }

  /// The columns in which something happens, in their order.
  private init(used names: [String], rows: [Row]) {
    let used = names.indices.filter { index in
      rows.contains { $0.from == index || $0.to == index }
    }
    let column = { (index: Int) in used.firstIndex(of: index) ?? 0 }
    self.init(
      names: used.map { names[$0] },
      rows: rows.map {
        Row(order: $0.order, from: column($0.from), to: column($0.to), text: $0.text)
      })
  }
}

/// The rows of a picture with a column for each thread.
///
/// An arrow is a call whose first step is on another thread, and its result; a message to a part
/// that has the name of a thread; or a message of a part that was last on another thread. All other
/// events are notes. A note leaves out the name of its own thread. A line that repeats the message
/// before it is left out, and so is a message that the next line repeats, unless it is an arrow.
private struct ThreadLanes {
  let recording: Recording
  let threads: [String]
  let joint: String
  private var order = 0
  private(set) var rows: [ColumnDiagram.Row] = []
  /// The thread on which each part was last.
  private var places: [String: String] = [:]
  /// The threads on which calls have continued, by their orders.
  private var continued: [Int: String] = [:]
  /// The text of a message that was an arrow, until the next event.
  private var drawn: String?

  init(_ recording: Recording, joint: String) {
    self.recording = recording
    self.joint = joint
    threads = recording.events.map(\.thread).reduce(into: ["main"]) { threads, thread in
      if !threads.contains(thread) { threads.append(thread) }
    }
  }

  mutating func addRows() {
    for (index, event) in recording.events.enumerated() {
      let repeats = event.kind == .line && event.text == drawn
      drawn = nil
      order = index + 1
      if !repeats { add(event) }
      switch event.kind {
      case .return: break
      // A message of a part on another thread does not move the part.
      case .send where event.from != event.to:
        event.from.map { places[$0] = places[$0] ?? event.thread }
      case .call, .send: event.from.map { places[$0] = event.thread }
      default: event.to.map { places[$0] = event.thread }
      }
    }
  }

  private mutating func add(_ event: Recording.Event) {
    switch event.kind {
    case .line:
      let label = event.thread + ": "
      let isLabelled = event.text.hasPrefix(label)
      note(isLabelled ? String(event.text.dropFirst(label.count)) : event.text, at: event.thread)
    case .call: addCall(event)
    case .return:
      guard !event.text.isEmpty, let thread = event.inside.flatMap({ continued[$0] }) else {
        return
      }
      arrow(event.text, from: thread, to: event.thread)
    case .send: addMessage(event)
    default:
      let part = event.to ?? event.from
      let words = [part == event.thread ? nil : part, event.phrase]
      note(words.compactMap(\.self).joined(separator: " "), at: event.thread)
    }
  }

  private mutating func addCall(_ event: Recording.Event) {
    let first = recording.events[order...].first { $0.inside == order && $0.kind != .return }
    if let first, first.thread != event.thread {
      continued[order] = first.thread
      arrow(function(event, on: first.thread), from: event.thread, to: first.thread)
    } else {
      let result = recording.resultOfLeaf(order: order) ?? ""
      let function = function(event, on: event.thread)
      note(function + (result.isEmpty ? "" : joint + result), at: event.thread)
    }
  }

  private mutating func addMessage(_ event: Recording.Event) {
    if let thread = event.to, thread != event.thread, threads.contains(thread) {
      return arrow(event.text, from: event.thread, to: thread)
    }
    let text =
      event.to == Recording.page
      ? "\(event.from ?? ""): \(event.text)"
      : event.from == event.to
        ? "\(event.to ?? "") \(event.text)" : function(event, on: event.thread)
    if let from = event.from, from != Recording.page, let place = places[from],
      place != event.thread
    {
      arrow(text, from: place, to: event.thread)
      drawn = event.text
    } else if recording.events.dropFirst(order).first.map({
      $0.kind == .line && $0.text == event.text
    })
      != true
    {
      note(text, at: event.thread)
    }
  }

  /// `DBRoot.select`, or `select` where the part has the name of the thread.
  private func function(_ event: Recording.Event, on thread: String) -> String {
    guard let part = event.to, part != thread, part != event.thread else { return event.text }
    return "\(part).\(event.text)"
  }

  private mutating func note(_ text: String, at thread: String) {
    arrow(text, from: thread, to: thread)
  }

  private mutating func arrow(_ text: String, from: String, to: String) {
    rows.append(
      ColumnDiagram.Row(order: order, from: index(of: from), to: index(of: to), text: text))
  }

  private func index(of thread: String) -> Int { threads.firstIndex(of: thread) ?? 0 }
}
