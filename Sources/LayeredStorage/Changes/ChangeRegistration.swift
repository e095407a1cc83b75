internal import Concurrency

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
