public import Concurrency

/// Emits events to its current observers and stores none of them.
///
/// A new observer receives the events sent after it subscribed; a late subscriber receives only the
/// terminal event, before `subscribe` returns. All members can be used from any thread.
public final class PublishSubject<Element: Sendable>: SubjectType {
  @usableFromInline let state = Locked(SubjectState<Element, Void>(()))

  public init() {}

  deinit { dispose() }

  public var hasObservers: Bool { state.withLock { !$0.observers.isEmpty } }

  public var isDisposed: Bool { state.withLock { $0.observers.phase.isDisposed } }

  /// Calls all observers on the calling thread, then returns. Has no effect after a terminal event.
  @inlinable
  public func on(_ event: Event<Element>) {
    guard case .next = event else { return end(with: event) }
    let entries = state.withLock { $0.observers.entries }
    for entry in entries where !entry.hasStopped { entry.handler(event) }
  }

  @usableFromInline
  func end(with terminal: Event<Element>) {
    ObserverEntry.deliver(state.withLock { $0.observers.end(with: terminal) }, terminal)
  }

  /// Adds an observer. The same observer may subscribe several times.
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    let observer = state.withLock { [state] in $0.observers.add(on) { state.leave($0) } }
    return observer?.subscription ?? state.deliverTerminalEvent(of: Self.self, to: on)
  }

  public func dispose() {
    // Released outside the lock: the release of what the observers captured may run code.
    _ = state.withLock { $0.observers.dispose() }
  }
}
