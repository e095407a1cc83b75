internal import Concurrency
internal import Synchronization

/// A provider's list of change handlers: ``notify()`` calls each of them once, in the order of registration.
///
/// No lock is held during the calls, so a handler may read, write, add handlers and end registrations. While a
/// chain is between its two writes the calls are deferred; they are made on the same thread when the chain is done.
public final class ChangeHandlers: Sendable {
  private let revisions = Atomic(0)
  private let isPolledHere = Atomic(false)
  /// The handlers of the providers that a chain is made of; empty for every other provider.
  private let sources: [ChangeHandlers]
  private let entries = Locked<[ChangeRegistration.Entry]>([])
  private let polling = Locked<Polling?>(nil)

  /// A struct, because a bare closure in a ``Locked`` is wrapped once more by every access.
  private struct Polling: Sendable {
    let poll: @Sendable () -> Void
  }

  /// An empty list.
  public init() { sources = [] }

  init(sources: [ChangeHandlers]) { self.sources = sources }

  /// Adds a handler.
  ///
  /// - Parameter handler: is called after each change, on the thread that made or detected it.
  /// - Returns: the registration, which retains the handler. After it is released or ended no call begins; one that
  ///   another thread has begun may still run.
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
  /// The number of changes so far. A chain compares it with the number that it has dealt with.
  var revision: Int { revisions.load(ordering: .acquiring) }

  /// Adds a chain over the provider.
  ///
  /// - Parameters:
  ///   - invalidate: is called as soon as a change is counted, perhaps under a provider's lock: it may only set atomic
  ///     values.
  ///   - report: is called when a change is reported, even while a chain is between its writes.
  /// - Returns: the registration.
  func addDependent(
    invalidate: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (_ revision: Int) -> Void
  ) -> ChangeRegistration {
    add(.dependent(invalidate: invalidate, report: report))
  }

  /// Lets the chains over the provider look again whether they are up to date.
  func invalidateDependents() {
    for entry in entries.withLock({ $0 }) { entry.invalidate() }
  }

  /// Looks for changes that were not detected yet, and reports them.
  func poll() {
    polling.withLock { $0 }?.poll()
    for source in sources { source.poll() }
  }

  /// Whether changes go undetected until ``poll()``.
  var isPolled: Bool {
    isPolledHere.load(ordering: .acquiring) || sources.contains { $0.isPolled }
  }
}

// MARK: For providers that detect changes by others

extension ChangeHandlers {
  /// Counts a change, in the provider's lock. From now on every chain over the provider is out of date.
  ///
  /// - Returns: the revision, for ``callHandlers(of:)`` after the lock.
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

  /// Sets the closure that looks for changes by others and reports them.
  func onPoll(_ poll: @escaping @Sendable () -> Void) {
    polling.withLock { $0 = Polling(poll: poll) }
  }

  func setPolled(_ isPolled: Bool) {
    let wasPolled = isPolledHere.exchange(isPolled, ordering: .acquiringAndReleasing)
    if wasPolled != isPolled { invalidateDependents() }
  }
}
