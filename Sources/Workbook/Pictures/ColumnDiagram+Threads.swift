extension ColumnDiagram {
  /// The events of each thread, the main thread first. A call or a message from one thread to
  /// another is an arrow. A thread on which nothing is drawn has no column.
  init(threadsOf recording: Recording, as form: Form) {
    let lanes = ThreadLanes(recording, joint: form.joint)
    let used = Set(lanes.arrows.flatMap { [$0.from, $0.to] })
    let names = lanes.threads.filter(used.contains)
    let index = { (thread: String) in names.firstIndex(of: thread) ?? 0 }
    self.init(
      names: names,
      rows: lanes.arrows.map {
        Row(order: $0.order, from: index($0.from), to: index($0.to), text: $0.text)
      })
  }
}

/// The arrows of a picture with a column for each thread.
///
/// An arrow is a call whose first step is on another thread, and its result; a message to a part
/// that has the name of a thread; or a message of a part that was last on another thread. All other
/// events are notes. Of a message and a line of the same text, one after the other, one is left
/// out.
private struct ThreadLanes {
  /// A note is an arrow from its thread to itself.
  private(set) var arrows: [(order: Int, from: String, to: String, text: String)] = []
  let threads: [String]
  private let recording: Recording
  private let joint: String
  private var order = 0
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
      order = event.order
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
      note(.words(part == event.thread ? nil : part, event.phrase), at: event.thread)
    }
  }

  private mutating func addCall(_ event: Recording.Event) {
    let first = recording.events[order...].first { $0.inside == order && $0.kind != .return }
    if let first, first.thread != event.thread {
      continued[order] = first.thread
      arrow(function(event, on: first.thread), from: event.thread, to: first.thread)
    } else {
      let result = recording.resultOfLeaf(event) ?? ""
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
      return
    }
    let next = recording.events.dropFirst(order).first
    if next?.kind != .line || next?.text != event.text { note(text, at: event.thread) }
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
    arrows.append((order, from, to, text))
  }
}
