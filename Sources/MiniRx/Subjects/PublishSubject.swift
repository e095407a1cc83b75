public import Concurrency

/// Emits events to its current observers and stores none of them.
///
/// A new observer receives what is sent after it subscribed; after the end it receives only the terminal
/// event, before `subscribe` returns. Safe from any thread.
public final class PublishSubject<Element: Sendable>: SubjectType {
  @usableFromInline
  struct State: SubjectState {
    @usableFromInline var observers = ObserverList<Element>()

    @inlinable init() {}
  }

  @usableFromInline let state = Locked(State())

  /// A subject without observers.
  public init() {}

  deinit { dispose() }

  /// Whether there are observers; false after a terminal event.
  public var hasObservers: Bool { state.withLock { !$0.observers.isEmpty } }

  /// Whether ``dispose()`` was called; completing is not disposing.
  public var isDisposed: Bool { state.withLock { $0.observers.phase.isDisposed } }

  /// Calls all observers on this thread before it returns; after a terminal event it has no effect.
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

  /// Adds an observer; the same one may be added several times.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    let subscription = state.withLock { [state] in $0.observers.add(on) { state.leave($0) } }
    return subscription ?? state.deliverTerminalEvent(of: Self.self, to: on)
  }

  /// Drops all observers silently; later sends are ignored, and later subscriptions get
  /// ``RxError/disposed(object:)``.
  public func dispose() {
    // Released outside the lock: the release of what the observers captured may run code.
    _ = state.withLock { $0.observers.dispose() }
  }
}
