internal import Concurrency

/// A reader who reads along line by line, until the input ends.
final class Reader: Sendable {
  private let wait: (@Sendable () -> Bool)?
  private let hasEnded = Locked(false)

  /// A reader who presses Return before each line; nil is one who does not.
  init(_ awaitReturn: (@Sendable () -> Bool)?) { wait = awaitReturn }

  var isWaitedFor: Bool { wait != nil }

  /// Waits for the next Return, if there is a reader.
  func awaitReturn() {
    guard let wait, !hasEnded.withLock({ $0 }), !wait() else { return }
    hasEnded.withLock { $0 = true }
  }
}
