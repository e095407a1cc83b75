internal import Concurrency
internal import Foundation
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
  /// It is called after each change, on the thread that made or detected it. The registration
  /// retains it; no call begins after that ends or is released.
  public func add(_ handler: @escaping @Sendable () -> Void) -> ChangeRegistration {
    add(.observer(handler))
  }

  /// Reports a change of the value.
  public func notify() {
    advance()
    callHandlers()
  }

  private func add(_ handler: ChangeRegistration.Handler) -> ChangeRegistration {
    let entry = ChangeRegistration.Entry(handler)
    entries.withLock { $0.append(entry) }
    return ChangeRegistration(entry) { [weak self] in
      self?.entries.withLock { entries in entries.removeAll { $0 === entry } }
    }
  }
}

extension ChangeHandlers {
  /// The number of changes so far, which a chain compares with the number that it has processed.
  /// For a chain, a change of either of its providers counts too, from the moment at which the
  /// provider counts it.
  var revision: Int { revisions.load(ordering: .acquiring) }

  /// Registers a chain over the provider.
  ///
  /// `invalidate` is called as soon as a change is counted, or with `false` when changes begin or
  /// cease to be detected only by polling. It may be called under a provider's lock, so it may only
  /// set atomic values. `report` is called when a change is reported, even while a chain is between
  /// its writes.
  func addDependent(
    invalidate: @escaping @Sendable (_ isChange: Bool) -> Void,
    report: @escaping @Sendable () -> Void
  ) -> ChangeRegistration {
    add(.dependent(invalidate: invalidate, report: report))
  }

  /// Makes the chains over the provider check whether they are up to date.
  func invalidateDependents(isChange: Bool) {
    for entry in entries.withLock({ $0 }) { entry.invalidate(isChange: isChange) }
  }

  /// Checks for undetected changes and reports them.
  func poll() {
    polling.withLock { $0 }?.poll()
    for source in sources { source.poll() }
  }

  /// Whether changes are detected only by ``poll()``.
  var isPolled: Bool { isPolledHere.load(ordering: .acquiring) || sources.contains { $0.isPolled } }
}

extension ChangeHandlers {
  /// Counts a change for the provider and for every chain above it, and invalidates these chains.
  ///
  /// Call it before the new value can be read, for example under the lock that guards the value,
  /// and then ``callHandlers()`` outside the lock. A chain that is up to date then has a value at
  /// least as new as any that was read from below it.
  func advance() {
    revisions.add(1, ordering: .acquiringAndReleasing)
    invalidateDependents(isChange: true)
  }

  func callHandlers() {
    let entries = entries.withLock { $0 }
    guard !entries.isEmpty else { return }
    DeferredCalls.perform {
      for entry in entries { entry.call() }
    }
  }

  /// Sets the closure that checks for changes by other writers and reports them.
  func onPoll(_ poll: @escaping @Sendable () -> Void) {
    polling.withLock { $0 = Polling(poll: poll) }
  }

  func setPolled(_ isPolled: Bool) {
    let wasPolled = isPolledHere.exchange(isPolled, ordering: .acquiringAndReleasing)
    if wasPolled != isPolled { invalidateDependents(isChange: false) }
  }
}

/// Keeps a change handler registered until the registration is released or ended.
public final class ChangeRegistration: Sendable {
  private let entry: Entry
  private let remove: @Sendable () -> Void

  init(_ entry: Entry, remove: @escaping @Sendable () -> Void) {
    self.entry = entry
    self.remove = remove
  }

  /// Ends the registration. A second call has no effect.
  public func end() {
    remove()
    entry.end()
  }

  deinit { end() }

  enum Handler: Sendable {
    /// An observer's handler, called when no chain on the thread is between its writes.
    case observer(@Sendable () -> Void)
    /// A chain's handlers, called immediately.
    case dependent(invalidate: @Sendable (_ isChange: Bool) -> Void, report: @Sendable () -> Void)
  }

  /// A handler, which is released when its registration ends.
  final class Entry: Sendable {
    private let handler: Locked<Handler?>

    init(_ handler: Handler) { self.handler = Locked(handler) }

    /// Called under the lock, so that the closure is not released here, possibly under a provider's
    /// lock.
    func invalidate(isChange: Bool) {
      handler.withLock { handler in
        if case .dependent(let invalidate, _) = handler { invalidate(isChange) }
      }
    }

    func call() {
      switch handler.withLock({ $0 }) {
      case .dependent(_, let report): report()
      case .observer: DeferredCalls.add { self.callObserver() }
      case nil: break
      }
    }

    private func callObserver() {
      if case .observer(let handler) = handler.withLock({ $0 }) { handler() }
    }

    func end() {
      // Released outside the lock, because a deinit may run code.
      let released = handler.withLock { handler in
        defer { handler = nil }
        return handler
      }
      _ = released
    }
  }
}

/// The handler calls that a thread defers while it holds a chain's lock, in order.
///
/// The outermost ``perform(_:)`` makes the calls after its body, so that no handler runs under a
/// lock.
final class DeferredCalls: Sendable {
  @TaskLocal private static var inherited: DeferredCalls?

  private let thread = ObjectIdentifier(Thread.current)
  /// Nil once the calls have been made.
  private let calls = Locked<[@Sendable () -> Void]?>([])

  /// Runs the body, then the calls that were added meanwhile on this thread.
  static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    if let inherited, inherited.isOpen { return try body() }
    let deferred = DeferredCalls()
    defer { deferred.finish() }
    return try $inherited.withValue(deferred, operation: body)
  }

  /// Makes the call at the end of the outermost ``perform(_:)``, or immediately if there is none.
  static func add(_ call: @escaping @Sendable () -> Void) {
    guard let inherited, inherited.isOpen else { return call() }
    inherited.calls.withLock { $0?.append(call) }
  }

  /// False in a task that a provider started: the task inherits the value but runs on another
  /// thread or later.
  private var isOpen: Bool {
    thread == ObjectIdentifier(Thread.current) && calls.withLock { $0 != nil }
  }

  private func finish() {
    let waiting = calls.withLock { calls in
      defer { calls = nil }
      return calls ?? []
    }
    for call in waiting { call() }
  }
}
