import Concurrency

/// Keeps what happened, in the order in which it happened; usable from any thread.
final class Recorder<Entry: Sendable>: Sendable {
  private let kept = Locked<[Entry]>([])

  var entries: [Entry] { kept.withLock { $0 } }

  func record(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}
