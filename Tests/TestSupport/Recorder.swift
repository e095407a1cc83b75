internal import Concurrency

/// A thread-safe, ordered log of entries.
public final class Recorder<Entry: Sendable>: Sendable {
  private let recorded = Locked<[Entry]>([])

  public init() {}

  /// All entries so far.
  public var entries: [Entry] { recorded.withLock { $0 } }

  public func record(_ entry: Entry) { recorded.withLock { $0.append(entry) } }

  /// Removes all entries, and returns them.
  @discardableResult
  public func removeAll() -> [Entry] {
    recorded.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}

/// An object that calls a closure when it is released.
public final class DeinitProbe: Sendable, CustomStringConvertible {
  public let description: String
  private let onDeinit: @Sendable () -> Void

  /// The closure is called in `deinit`, on the thread that releases the object.
  public init(_ name: String = "probe", onDeinit: @escaping @Sendable () -> Void = {}) {
    description = name
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}
