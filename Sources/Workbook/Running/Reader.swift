internal import Locking

/// Whoever reads along line by line, until the input ends.
final class Reader: Sendable {
  private let waiting: Locked<(@Sendable () -> Bool)?>

  /// A reader who presses Return before each line; nil is one who does not.
  init(_ awaitReturn: (@Sendable () -> Bool)?) { waiting = Locked(awaitReturn) }

  var isWaitedFor: Bool { waiting.withLock { $0 != nil } }

  /// Waits for the next Return, if there is anybody to wait for.
  func awaitReturn() {
    guard let wait = waiting.withLock({ $0 }), !wait() else { return }
    waiting.withLock { $0 = nil }
  }
}
