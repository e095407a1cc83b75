internal import Synchronization

/// An event of a watched directory.
struct DirectoryEvent: Sendable {
  /// The name in the directory; nil if the event is about the directory itself or does not say.
  var name: String?
  /// Whether a file was written in place. Its fingerprint may be the same then, because a clock ticks in
  /// milliseconds.
  var isModification = false
}

/// Watches a directory until it is released.
final class DirectoryWatch: Sendable {
  /// The part that the system's events reach.
  final class Observer: Sendable {
    let receive: @Sendable (DirectoryEvent) -> Void
    /// Whether no more events will come, because the directory is gone or events cannot be read.
    let hasEnded = Atomic(false)

    init(_ receive: @escaping @Sendable (DirectoryEvent) -> Void) { self.receive = receive }
  }

  private let observer: Observer
  private let cancel: @Sendable () -> Void

  init(_ observer: Observer, cancel: @escaping @Sendable () -> Void) {
    self.observer = observer
    self.cancel = cancel
  }

  deinit { cancel() }

  var hasEnded: Bool { observer.hasEnded.load(ordering: .acquiring) }
}
