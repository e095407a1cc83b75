extension ColumnDiagram {
  /// The events of each thread, the main thread first. A call or a message from one thread to
  /// another is an arrow. A thread on which nothing is drawn has no column.
  init(threadsOf recording: Recording, as form: Form) {
    let lanes = ThreadLanes(recording, joint: form.joint)
    let names = lanes.threads.filter { name in
      lanes.arrows.contains { name == $0.from || name == $0.to }
    }
    self.init(
      names: names, rows: lanes.arrows.compactMap { Row($0.order, $0.text, $0.from, $0.to, names) })
  }
}

/// The arrows of a picture with a column for each thread.
///
/// An arrow is a call whose first step is on another thread, and its result; a message to a part
/// that has the name of a thread; or a message of a part that was last on another thread. All other
/// events are notes. Of a message and a line of the same text in succession, one is omitted.
private struct ThreadLanes {
  /// A note is an arrow from its thread to itself.
  private(set) var arrows: [(order: Int, from: String, to: String, text: String)] = []
  let threads: [String]
  private let recording: Recording
  private let joint: String
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
    for event in recording.events {
      let repeats = event.kind == .line && event.text == drawn
      drawn = nil
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
      arrow(isLabelled ? String(event.text.dropFirst(label.count)) : event.text, at: event)
    case .call: addCall(event)
    case .return:
      if !event.text.isEmpty, let thread = event.inside.flatMap({ continued[$0] }) {
        arrow(event.text, at: event, from: thread)
      }
    case .send: addMessage(event)
    default:
      let part = event.to ?? event.from
      arrow(.words(part == event.thread ? nil : part, event.phrase), at: event)
    }
  }

  private mutating func addCall(_ event: Recording.Event) {
    let first = recording.events[event.order...].first {
      $0.inside == event.order && $0.kind != .return
    }
    if let first, first.thread != event.thread {
      continued[event.order] = first.thread
      arrow(function(event, on: first.thread), at: event, to: first.thread)
    } else {
      let result = recording.resultOfLeaf(event) ?? ""
      let function = function(event, on: event.thread)
      arrow(function + (result.isEmpty ? "" : joint + result), at: event)
    }
  }

  private mutating func addMessage(_ event: Recording.Event) {
    if let thread = event.to, thread != event.thread, threads.contains(thread) {
      return arrow(event.text, at: event, to: thread)
    }
    let text =
      event.to == Recording.page
      ? "\(event.from ?? ""): \(event.text)"
      : event.from == event.to
        ? "\(event.to ?? "") \(event.text)" : function(event, on: event.thread)
    if let from = event.from, from != Recording.page, let place = places[from],
      place != event.thread
    {
      arrow(text, at: event, from: place)
      drawn = event.text
      return
    }
    let next = recording.events.dropFirst(event.order).first
    if next?.kind != .line || next?.text != event.text { arrow(text, at: event) }
  }

  /// `DBRoot.select`, or `select` where the part has the name of the thread.
  private func function(_ event: Recording.Event, on thread: String) -> String {
    guard let part = event.to, part != thread, part != event.thread else { return event.text }
    return "\(part).\(event.text)"
  }

  /// An arrow at an event, whose thread is one of its ends; a note without another end.
  private mutating func arrow(
    _ text: String, at event: Recording.Event, from: String? = nil, to: String? = nil
  ) {
    arrows.append((event.order, from ?? event.thread, to ?? event.thread, text))
  }
}
