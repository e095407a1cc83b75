/// The events of a page's run, in their order, without times.
///
/// Events nest: what happens during a call, a send or a subscription is *inside* it.
public struct Recording: Sendable, Equatable {
  /// Observers, layers, stores, files: the rows or columns of a picture, as they first appeared.
  public private(set) var parts: [String] = []
  /// The lines that the page printed.
  public private(set) var lines: [String] = []
  /// The events; the order of the first is 1.
  public private(set) var events: [Event] = []

  /// A recording of these events, with these parts first.
  package init(parts: [String] = [], events: [Event] = []) {
    for part in parts { add(part: part) }
    for event in events { add(event) }
  }

  /// The kind of an event.
  public enum Kind: String, Codable, Sendable {
    /// The page printed a line.
    case line
    /// `from` sends a value, to `to` if it is known.
    case send
    /// `to` receives a value.
    case receive
    /// A sequence completes or fails: sent by `from`, or received by `to`.
    case complete, error
    /// `to` begins to observe, or no longer does.
    case subscribe, dispose
    /// `from` calls a function of `to`; `from` returns to `to`, and `inside` is the call.
    case call, `return`
    /// `to` acquires or releases a lock.
    case lock, unlock
    /// `to` begins to read at a version, is at one after a refresh, or gives it up.
    case open, pin, release
    /// `to` commits a version.
    case commit
    /// `to` reads or writes a file, or reads at its version.
    case read, write
    /// `to` is created or released; a child process begins or ends.
    case `init`, `deinit`
  }

  /// An event of a run, as it is written to a file.
  public struct Event: Codable, Sendable, Equatable {
    /// 1 for the first event of a recording.
    public fileprivate(set) var order = 0
    public let kind: Kind
    /// The part that acts on another one.
    public package(set) var from: String?
    /// The part that is acted on, or whose event it is.
    public package(set) var to: String?
    /// A value, a function's name, a result, a version, or the printed line.
    public let text: String
    /// The name of the thread.
    public let thread: String
    /// The order of the call, send or subscription in which it happened.
    public package(set) var inside: Int?
    /// The number of the printed line that it belongs to, from 1. Only in a ``RecordedPage``.
    package internal(set) var printed: Int?
    /// The place in the chapter's code: the file in the form of `#fileID`.
    package fileprivate(set) var file: String
    package fileprivate(set) var line: Int
  }
}

extension Recording {
  /// The part of the page's own code, the first of all parts.
  static let page = "page"

  /// Reserves a place for a part, before parts that appear later.
  mutating func add(part: String) {
    if !parts.contains(part) { parts.insert(part, at: part == Self.page ? 0 : parts.count) }
  }

  /// Returns the event's order.
  @discardableResult
  mutating func add(_ event: Event) -> Int {
    for part in [event.from, event.to] { part.map { add(part: $0) } }
    if event.kind == .line { lines.append(event.text) }
    events.append(event)
    events[events.count - 1].order = events.count
    return events.count
  }

  mutating func place(_ order: Int, like other: Int) {
    (events[order - 1].file, events[order - 1].line) = (event(other).file, event(other).line)
  }

  mutating func sortEvents(from first: Int) {
    events[first...].sort { ($0.thread, $0.text) < ($1.thread, $1.text) }
    for index in first..<events.count { events[index].order = index + 1 }
  }

  func event(_ order: Int) -> Event { events[order - 1] }

  /// The number of the printed line that each event belongs to, from 1: the first line that is
  /// printed inside it, otherwise the next one at its level or, if none follows there, at the level
  /// of the enclosing event, and so on. Nil if there is none.
  var printed: [Int?] {
    var first: [Int?] = Array(repeating: nil, count: events.count)
    for (number, line) in zip(1..., events.filter { $0.kind == .line }) {
      var order: Int? = line.order
      while let current = order, first[current - 1] == nil {
        first[current - 1] = number
        order = event(current).inside
      }
    }
    var next: [Int: Int] = [:]
    return zip(events, first).reversed().map { event, inner in
      if event.kind == .line { next[event.inside ?? 0] = inner }
      var level = event.inside ?? 0
      while next[level] == nil, level > 0 { level = self.event(level).inside ?? 0 }
      return inner ?? next[level]
    }
    .reversed()
  }
}
