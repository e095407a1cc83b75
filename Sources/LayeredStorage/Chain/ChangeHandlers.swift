internal import Concurrency
internal import Foundation
internal import Synchronization

/// A provider's list of change handlers. ``notify()`` calls each handler once, in the order of
/// registration.
///
/// No lock is held during the calls, so a handler may read, write, add handlers and end
/// registrations. Calls due between a chain's two writes are made afterwards, on the same thread.
public final class ChangeHandlers: Sendable {
  private let revisions = Atomic(0)
  private let isPolledHere = Atomic(false)
  /// For a chain, the handlers of its providers; empty for other providers.
  private let sources: [ChangeHandlers]
  private let entries = Locked(Entries())

  private struct Entries {
    var handlers: [Int: Handler] = [:]
    var lastID = 0
    var poll: (@Sendable () -> Void)?
  }

  private enum Handler: Sendable {
    /// An observer's handler, called when no chain on the thread is between its writes.
    case observer(@Sendable () -> Void)
    /// A chain's handlers, called immediately.
    case dependent(invalidate: @Sendable (_ isChange: Bool) -> Void, report: @Sendable () -> Void)
  }

  public init() { sources = [] }

  init(sources: [ChangeHandlers]) { self.sources = sources }

  /// Adds a handler.
  ///
  /// It is called after each change, on the thread that made or detected it. It is released when
  /// the registration ends or is released, and no call begins after that.
  public func add(_ handler: @escaping @Sendable () -> Void) -> ChangeRegistration {
    add(.observer(handler))
  }

  /// Reports a change of the value.
  public func notify() {
    advance()
    callHandlers()
  }

  private func add(_ handler: Handler) -> ChangeRegistration {
    let id = entries.withLock { entries in
      entries.lastID += 1
      entries.handlers[entries.lastID] = handler
      return entries.lastID
    }
    return ChangeRegistration { [weak self] in
      // Released outside the lock, because a deinit may run code.
      _ = self?.entries.withLock { $0.handlers.removeValue(forKey: id) }
    }
  }
}

extension ChangeHandlers {
  /// The number of changes so far, which a chain compares with the number that it has processed.
  /// For a chain, a change of either provider counts too, as soon as the provider counts it.
  var revision: Int { revisions.load(ordering: .acquiring) }

  /// Registers a chain over the provider.
  ///
  /// `invalidate` receives `true` as soon as a change is counted, and `false` when polling becomes
  /// or ceases to be needed. It may be called under a provider's lock, so it may only set atomic
  /// values. `report` is called when a change is reported, even between a chain's writes.
  func addDependent(
    invalidate: @escaping @Sendable (_ isChange: Bool) -> Void,
    report: @escaping @Sendable () -> Void
  ) -> ChangeRegistration {
    add(.dependent(invalidate: invalidate, report: report))
  }

  /// Makes the chains over the provider check whether they are up to date.
  func invalidateDependents(isChange: Bool) {
    // Under the lock, so that no closure is released here, possibly under a provider's lock.
    entries.withLock { entries in
      for case .dependent(let invalidate, _) in entries.handlers.values { invalidate(isChange) }
    }
  }

  /// Checks for undetected changes and reports them.
  func poll() {
    entries.withLock { $0.poll }?()
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
    let ids = entries.withLock { $0.handlers.keys.sorted() }
    guard !ids.isEmpty else { return }
    DeferredCalls.perform {
      for id in ids {
        switch handler(id) {
        case .dependent(_, let report): report()
        case .observer:
          DeferredCalls.add {
            if case .observer(let handler) = self.handler(id) { handler() }
          }
        case nil: break
        }
      }
    }
  }

  /// A handler; nil if its registration has ended.
  private func handler(_ id: Int) -> Handler? { entries.withLock { $0.handlers[id] } }

  /// Sets the closure that checks for changes by other writers and reports them.
  func onPoll(_ poll: @escaping @Sendable () -> Void) {
    entries.withLock { $0.poll = poll }
  }

  func setPolled(_ isPolled: Bool) {
    let wasPolled = isPolledHere.exchange(isPolled, ordering: .acquiringAndReleasing)
    if wasPolled != isPolled { invalidateDependents(isChange: false) }
  }
}

/// Keeps a change handler registered until the registration is released or ended.
public final class ChangeRegistration: Sendable {
  private let remove: @Sendable () -> Void

  init(remove: @escaping @Sendable () -> Void) { self.remove = remove }

  deinit { end() }

  /// Ends the registration. A second call has no effect.
  public func end() { remove() }
}

/// The handler calls that a thread defers while it holds a chain's lock, in order.
///
/// The outermost ``perform(_:)`` makes the calls after its body, so no handler runs under a lock.
final class DeferredCalls {
  private var calls: [() -> Void] = []

  private static let key = "LayeredStorage.DeferredCalls"

  /// Runs the body, then the calls that were added meanwhile on this thread.
  static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let values = Thread.current.threadDictionary
    guard values[key] == nil else { return try body() }
    let deferred = DeferredCalls()
    values[key] = deferred
    defer {
      values[key] = nil
      for call in deferred.calls { call() }
    }
    return try body()
  }

  /// Makes the call at the end of the outermost ``perform(_:)``, or immediately if there is none.
  static func add(_ call: @escaping () -> Void) {
    guard let deferred = Thread.current.threadDictionary[key] as? DeferredCalls else {
      return call()
    }
    deferred.calls.append(call)
  }
}
