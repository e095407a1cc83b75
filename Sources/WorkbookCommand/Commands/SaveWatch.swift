internal import Foundation
internal import LayeredStorage

/// Watches files through the system's file events: `changes* end`.
///
/// Where the system cannot report events, it asks for a look at all files once per interval.
final class SaveWatch: @unchecked Sendable {
  // Unchecked because `changed` and `hasEnded` are reached under `condition` only; the rest never changes after `init`.
  private let condition = NSCondition()
  private var changed: Set<String> = []
  private var hasEnded = false
  private let names: Set<String>
  private let interval: TimeInterval
  private var watches: [FileEvents] = []

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - files: Names, which ``next()`` returns, and the files that have them.
  ///   - interval: Seconds between two looks at files whose events the system does not report.
  ///   - events: Subscribes to the events of a file.
  init(
    _ files: [(name: String, file: URL)], interval: TimeInterval = 1,
    events: (URL, @escaping @Sendable () -> Void) -> FileEvents = FileEvents.ofSystem
  ) {
    names = Set(files.map(\.name))
    self.interval = interval
    watches = files.map { name, file in events(file) { [weak self] in self?.receive(name) } }
  }

  /// Why the system does not report events of a file; nil while it does. May change at any time.
  var failure: SystemError? { watches.lazy.compactMap { $0.failure() }.first }

  /// Waits until files may have changed since the last call.
  ///
  /// - Returns: Their names; nil after the end.
  func next() -> Set<String>? {
    condition.lock()
    defer { condition.unlock() }
    while changed.isEmpty, !hasEnded {
      // Bounded because the system may stop reporting at any time, without an event that says so.
      let isOver = !condition.wait(until: Date(timeIntervalSinceNow: interval))
      guard isOver, !hasEnded else { continue }
      condition.unlock()
      let isBlind = failure != nil
      condition.lock()
      if isBlind { changed.formUnion(names) }
    }
    defer { changed = [] }
    return hasEnded ? nil : changed
  }

  /// Ends the watch, also for a thread that waits in ``next()``.
  func end() {
    condition.lock()
    defer { condition.unlock() }
    hasEnded = true
    condition.broadcast()
  }

  private func receive(_ name: String) {
    condition.lock()
    defer { condition.unlock() }
    changed.insert(name)
    condition.broadcast()
  }
}

/// A subscription to the events of one file, which lasts as long as this value.
struct FileEvents: Sendable {
  /// Why the system does not report them; nil while it does.
  let failure: @Sendable () -> SystemError?
  /// Ends the subscription when it is released.
  let registration: ChangeRegistration?

  /// The system's own events.
  static func ofSystem(
    _ file: URL, handler: @escaping @Sendable () -> Void
  ) -> FileEvents {
    let provider = FileProvider<Data>(url: file)
    let registration = provider.valueBeModifiedHandlers.add(handler)
    return FileEvents(
      failure: {
        guard case .cannotWatch(let reason) = provider.watchFailure?.cause else { return nil }
        return reason
      }, registration: registration)
  }
}
