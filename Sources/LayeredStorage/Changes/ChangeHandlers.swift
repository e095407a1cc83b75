internal import Concurrency
public import Synchronization

/// A provider's list of change handlers: ``notify()`` calls each of them once, in the order of registration.
///
/// No lock is held during the calls, so a handler may read, write, add handlers and end registrations. While a
/// chain is between its two writes the calls are deferred; they are made on the same thread when the chain is done.
public final class ChangeHandlers: Sendable {
  /// Counts the provider's changes. A chain compares it with the number that it has dealt with.
  @usableFromInline let revisions = Atomic(0)
  @usableFromInline let isPolledHere = Atomic(false)
  /// The handlers of the providers that a chain is made of; empty for every other provider.
  @usableFromInline let sources: [ChangeHandlers]
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
  /// - Returns: the registration, which retains the handler. When it is released or ended, the handler is not called
  ///   any more.
  public func add(_ handler: @escaping @Sendable () -> Void) -> ChangeRegistration {
    add(.observer(handler))
  }

  /// Adds a handler that is called at once, even while a chain is between its writes, with the change's revision.
  func addDependent(_ handler: @escaping @Sendable (_ revision: Int) -> Void) -> ChangeRegistration
  {
    add(.dependent(handler))
  }

  private func add(_ handler: ChangeRegistration.Handler) -> ChangeRegistration {
    let entry = ChangeRegistration.Entry(handler)
    entries.withLock { $0.append(entry) }
    return ChangeRegistration(entry) { [weak self] in
      self?.entries.withLock { entries in entries.removeAll { $0 === entry } }
    }
  }

  /// Reports a change of the value.
  public func notify() { callHandlers(of: advance()) }

  // MARK: In two steps, for a provider that detects a change under its lock

  /// Counts a change. From now on every chain over the provider is out of date.
  func advance() -> Int { revisions.add(1, ordering: .acquiringAndReleasing).newValue }

  func callHandlers(of revision: Int) {
    let entries = entries.withLock { $0 }
    guard !entries.isEmpty else { return }
    DeferredCalls.perform {
      for entry in entries { entry.call(of: revision) }
    }
  }

  // MARK: Polling

  /// Whether changes go undetected until ``poll()``.
  @inlinable
  var isPolled: Bool {
    isPolledHere.load(ordering: .acquiring)
      || (!sources.isEmpty && sources.contains { $0.isPolled })
  }

  func setPolled(_ isPolled: Bool) { isPolledHere.store(isPolled, ordering: .releasing) }

  /// Sets the closure that looks for changes by others and reports them.
  func onPoll(_ poll: @escaping @Sendable () -> Void) {
    polling.withLock { $0 = Polling(poll: poll) }
  }

  /// Looks for changes that were not detected yet, and reports them.
  func poll() {
    polling.withLock { $0 }?.poll()
    for source in sources { source.poll() }
  }
}
