public import Concurrency

/// Passes events on to whoever is listening at that moment, and keeps none of them.
///
/// A new observer gets what is sent after it subscribed; after the end it gets just the terminal
/// event, before `subscribe` returns. Safe from any thread.
public final class PublishSubject<Element: Sendable>: SubjectType {
  @usableFromInline
  struct State: SubjectState {
    @usableFromInline var listeners = Listeners<Element>()

    @inlinable init() {}
  }

  @usableFromInline let state = Locked(State())

  /// A subject without observers.
  public init() {}

  deinit { dispose() }

  /// Whether anybody listens; false at the end.
  public var hasObservers: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Whether ``dispose()`` was called; completing is not disposing.
  public var isDisposed: Bool { state.withLock { $0.listeners.phase.isDisposed } }

  /// Tells everybody who is listening, on this thread, before it returns; after the end, nobody.
  @inlinable
  public func on(_ event: Event<Element>) {
    guard case .next = event else { return end(with: event) }
    let audience = state.withLock { $0.listeners.audience }
    for listener in audience where !listener.hasStopped { listener.hear(event) }
  }

  @usableFromInline
  func end(with terminal: Event<Element>) {
    Listener.tell(state.withLock { $0.listeners.end(with: terminal) }, terminal)
  }

  /// Adds an observer; the same one may be added several times.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    let subscription = state.withLock { [state] in $0.listeners.enter(on) { state.leave($0) } }
    return subscription ?? state.tellEnding(of: Self.self, to: on)
  }

  /// Drops all observers silently; later sends are ignored, and later subscriptions get
  /// ``RxError/disposed(object:)``.
  public func dispose() {
    // Released outside the lock: what the observers captured may run code when it goes.
    _ = state.withLock { $0.listeners.dispose() }
  }
}
