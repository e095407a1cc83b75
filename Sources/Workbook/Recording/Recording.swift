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
    /// `to` subscribes.
    case subscribe
    /// `to` receives a value.
    case receive
    /// `to` no longer observes.
    case dispose
    /// A sequence completes: sent by `from`, or received by `to`.
    case complete
    /// A sequence fails: sent by `from`, or received by `to`.
    case error
    /// `from` calls a function of `to`.
    case call
    /// `from` returns to `to`; `inside` is the call.
    case `return`
    /// `to` acquires a lock.
    case lock
    /// `to` releases a lock.
    case unlock
    /// `to` begins to read at a version.
    case open
    /// `to` is at a version after a refresh.
    case pin
    /// `to` releases its version.
    case release
    /// `to` commits a version.
    case commit
    /// `to` reads a file.
    case read
    /// `to` writes a file.
    case write
    /// `to` is created.
    case `init`
    /// `to` is released.
    case `deinit`
  }

  /// An event of a run, as it is written to a file.
  public struct Event: Codable, Sendable, Equatable {
    /// 1 for the first event of a recording.
    public fileprivate(set) var order = 0
    public let kind: Kind
    /// The part that acts on another one.
    public let from: String?
    /// The part that is acted on, or whose event it is.
    public let to: String?
    /// A value, a function's name, a result, a version, or the printed line.
    public let text: String
    /// The place in the chapter's code.
    public var source: Source { Source(file: file, line: line) }
    /// The name of the thread.
    public let thread: String
    /// The order of the call, send or subscription in which it happened.
    public let inside: Int?
    /// The number of the printed line that it belongs to, from 1. Only in a ``RecordedPage``.
    package internal(set) var printed: Int?
    package fileprivate(set) var file: String
    package fileprivate(set) var line: Int

    package init(
      kind: Kind, from: String?, to: String?, text: String, source: Source, thread: String = "main",
      inside: Int? = nil
    ) {
      self.kind = kind
      self.from = from
      self.to = to
      self.text = text
      (file, line) = (source.file, source.line)
      self.thread = thread
      self.inside = inside
    }
  }

  /// A place in the chapter's code.
  public struct Source: Sendable, Equatable {
    /// In the form of `#fileID`: `Chapter_Subjects/Hub.swift`.
    public let file: String
    public let line: Int

    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }
}

extension Recording {
  /// The part of the page's own code, the first of all parts.
  static let page = "page"

  /// Reserves a place for a part, before parts that appear later.
  mutating func add(part: String) {
    if !parts.contains(part) { parts.insert(part, at: part == Self.page ? 0 : parts.count) }
  }

  /// Adds an event, and returns its order.
  @discardableResult
  mutating func add(_ event: Event) -> Int {
    for part in [event.from, event.to] { part.map { add(part: $0) } }
    if event.kind == .line { lines.append(event.text) }
    events.append(event)
    events[events.count - 1].order = events.count
    return events.count
  }

  /// Gives an event the source place of another one.
  mutating func place(_ order: Int, like other: Int) {
    (events[order - 1].file, events[order - 1].line) = (event(other).file, event(other).line)
  }

  /// Sorts the events from an index on by thread, and by text on each thread.
  mutating func sortEvents(from first: Int) {
    events[first...].sort { ($0.thread, $0.text) < ($1.thread, $1.text) }
    for index in first..<events.count { events[index].order = index + 1 }
  }

  func event(_ order: Int) -> Event { events[order - 1] }

  /// The number of the printed line that each event belongs to, from 1. Nil if there is none.
  ///
  /// An event belongs to the first line that is printed inside it, otherwise to the next line that
  /// is printed at the same level: inside the same event, or at the top. If none follows there, it
  /// is the next line at the level of the enclosing event, and so on.
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
