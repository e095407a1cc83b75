internal import Concurrency

/// What happened, in order, recorded from any thread.
public final class Recorder<Entry: Sendable>: Sendable {
  private let recorded = Locked<[Entry]>([])

  /// Creates an empty recorder.
  public init() {}

  /// All entries so far.
  public var entries: [Entry] { recorded.withLock { $0 } }

  /// Appends an entry.
  public func record(_ entry: Entry) { recorded.withLock { $0.append(entry) } }

  /// Removes all entries.
  ///
  /// - Returns: the removed entries.
  @discardableResult
  public func removeAll() -> [Entry] {
    recorded.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
