internal import Synchronization

/// An event of a watched directory.
struct DirectoryEvent: Sendable {
  /// The name of the entry; nil if the event concerns the directory itself or has no name.
  var name: String?
  /// Whether a file was written in place. Its fingerprint may then be unchanged, because file times
  /// have a resolution of milliseconds.
  var isModification = false
}

/// A watch on a directory, which ends when it is released.
final class DirectoryWatch: Sendable {
  /// The part of a watch that receives the system's events.
  final class Observer: Sendable {
    let receive: @Sendable (DirectoryEvent) -> Void
    /// Whether no more events will arrive, because the directory was removed or events cannot be
    /// read.
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
