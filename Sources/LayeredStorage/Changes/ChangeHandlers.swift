internal import Concurrency
internal import Synchronization

/// A provider's list of change handlers. ``notify()`` calls each handler once, in the order of
/// registration.
///
/// No lock is held during the calls, so a handler may read, write, add handlers and end
/// registrations. While a chain is between its two writes, calls are deferred and made on the same
/// thread afterwards.
public final class ChangeHandlers: Sendable {
  private let revisions = Atomic(0)
  private let isPolledHere = Atomic(false)
  /// For a chain, the handlers of its providers; empty for other providers.
  private let sources: [ChangeHandlers]
  private let entries = Locked<[ChangeRegistration.Entry]>([])
  private let polling = Locked<Polling?>(nil)

  /// A struct, because a bare closure in a ``Locked`` gains another thunk on every access.
  private struct Polling: Sendable {
    let poll: @Sendable () -> Void
  }

  /// Creates an empty list.
  public init() { sources = [] }

  init(sources: [ChangeHandlers]) { self.sources = sources }

  /// Adds a handler.
  ///
  /// - Parameter handler: called after each change, on the thread that made or detected it.
  /// - Returns: the registration, which retains the handler. No call begins after it ends or is
  ///   released; a call on another thread may still be running.
  public func add(_ handler: @escaping @Sendable () -> Void) -> ChangeRegistration {
    add(.observer(handler))
  }

  /// Reports a change of the value.
  public func notify() { callHandlers(of: advance()) }

  private func add(_ handler: ChangeRegistration.Handler) -> ChangeRegistration {
    let entry = ChangeRegistration.Entry(handler)
    entries.withLock { $0.append(entry) }
    return ChangeRegistration(entry) { [weak self] in
      self?.entries.withLock { entries in entries.removeAll { $0 === entry } }
    }
  }
}

// MARK: For chains

extension ChangeHandlers {
  /// The number of changes so far, which a chain compares with the number that it has processed.
  var revision: Int { revisions.load(ordering: .acquiring) }

  /// Registers a chain over the provider.
  ///
  /// - Parameters:
  ///   - invalidate: called as soon as a change is counted, possibly under a provider's lock, so it
  ///     may only set atomic values.
  ///   - report: called when a change is reported, even while a chain is between its writes.
  /// - Returns: the registration.
  func addDependent(
    invalidate: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (_ revision: Int) -> Void
  ) -> ChangeRegistration {
    add(.dependent(invalidate: invalidate, report: report))
  }

  /// Makes the chains over the provider check whether they are up to date.
  func invalidateDependents() {
    for entry in entries.withLock({ $0 }) { entry.invalidate() }
  }

  /// Checks for undetected changes and reports them.
  func poll() {
    polling.withLock { $0 }?.poll()
    for source in sources { source.poll() }
  }

  /// Whether changes are detected only by ``poll()``.
  var isPolled: Bool {
    isPolledHere.load(ordering: .acquiring) || sources.contains { $0.isPolled }
  }
}

// MARK: For providers that detect changes by other writers

extension ChangeHandlers {
  /// Counts a change. Call it under the provider's lock. It invalidates every chain over the
  /// provider.
  ///
  /// - Returns: the revision, for ``callHandlers(of:)`` outside the lock.
  func advance() -> Int {
    let revision = revisions.add(1, ordering: .acquiringAndReleasing).newValue
    invalidateDependents()
    return revision
  }

  func callHandlers(of revision: Int) {
    let entries = entries.withLock { $0 }
    guard !entries.isEmpty else { return }
    DeferredCalls.perform {
      for entry in entries { entry.call(of: revision) }
    }
  }

  /// Sets the closure that checks for changes by other writers and reports them.
  func onPoll(_ poll: @escaping @Sendable () -> Void) {
    polling.withLock { $0 = Polling(poll: poll) }
  }

  func setPolled(_ isPolled: Bool) {
    let wasPolled = isPolledHere.exchange(isPolled, ordering: .acquiringAndReleasing)
    if wasPolled != isPolled { invalidateDependents() }
  }
}
