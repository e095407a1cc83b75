import Concurrency

/// Counts calls that arrive on any thread.
final class Calls: Sendable {
  private let number = Locked(0)

  /// How often ``add()`` was called.
  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}
