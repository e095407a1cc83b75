internal import Concurrency
internal import Foundation
internal import LayeredStorage

/// Watches files through the system's file events: `changes* end`.
///
/// If the system reports no events of a file, the watch reports all files once per interval.
final class SaveWatch: Sendable {
  private struct State {
    var changed: Set<String> = []
    var hasEnded = false
  }

  private let state: Locked<State>
  private let stateChanged = DispatchSemaphore(value: 0)
  private let names: Set<String>
  private let interval: TimeInterval
  private let watches: [FileEvents]

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - files: The files, with the names that ``next()`` returns.
  ///   - interval: Seconds between two reports of files whose events the system does not report.
  ///   - events: Subscribes to the events of a file.
  init(
    _ files: [(name: String, file: URL)], interval: TimeInterval = 1,
    events: (URL, @escaping @Sendable () -> Void) -> FileEvents = FileEvents.ofSystem
  ) {
    let state = Locked(State())
    self.state = state
    names = Set(files.map(\.name))
    self.interval = interval
    watches = files.map { [stateChanged] name, file in
      events(file) {
        state.withLock { _ = $0.changed.insert(name) }
        stateChanged.signal()
      }
    }
  }

  /// Why the system does not report events of a file. Nil while it does. May change at any time.
  var failure: SystemError? { watches.lazy.compactMap { $0.failure() }.first }

  /// Waits until files may have changed since the last call.
  ///
  /// - Parameter isRead: Returns whether reports are still read. Called once per interval.
  /// - Returns: Their names. Nil after ``end()``, or when reports are no longer read.
  func next(while isRead: () -> Bool = { true }) -> Set<String>? {
    while true {
      let (changed, hasEnded) = state.withLock { state in
        defer { state.changed = [] }
        return (state.changed, state.hasEnded)
      }
      if hasEnded { return nil }
      if !changed.isEmpty { return changed }
      // Bounded because the system may stop reporting at any time, without an event.
      if stateChanged.wait(timeout: .now() + interval) == .timedOut {
        if !isRead() { return nil }
        if failure != nil { state.withLock { $0.changed.formUnion(names) } }
      }
    }
  }

  /// Ends the watch, even for a thread that waits in ``next()``.
  func end() {
    state.withLock { $0.hasEnded = true }
    stateChanged.signal()
  }
}

/// A subscription to the events of one file, which lasts as long as this value.
struct FileEvents: Sendable {
  /// Why the system does not report events. Nil while it does.
  let failure: @Sendable () -> SystemError?
  /// Ends the subscription when it is released.
  let registration: ChangeRegistration?

  /// Subscribes to the events of the system.
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
