public import Concurrency

/// Keeps one value, the last, and tells it to each new observer first.
///
/// It has a value from the start. A new observer gets the present one before `subscribe` returns,
/// then everything after it; after the end it gets just the terminal event. Safe from any thread.
public final class BehaviorSubject<Element: Sendable>: SubjectType {
  @usableFromInline
  struct State: SubjectState {
    @usableFromInline var listeners = Listeners<Element>()
    /// Nil after an error and after the disposal.
    @usableFromInline var value: Element?

    @inlinable
    init(value: Element) { self.value = value }

    /// - Returns: whom to tell, and the former value, to be released outside the lock.
    @inlinable
    mutating func receive(_ event: Event<Element>) -> (Audience<Element>, former: Element?) {
      guard listeners.phase.isOpen, !event.isCompleted else {
        return (listeners.receive(event), nil)
      }
      let former = value
      value = event.element
      return (listeners.receive(event), former)
    }
  }

  @usableFromInline let state: Locked<State>

  /// - Parameter value: what an observer gets first until something is sent.
  public init(value: Element) { state = Locked(State(value: value)) }

  deinit { dispose() }

  /// Whether anybody listens; false at the end.
  public var hasObservers: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Whether ``dispose()`` was called; completing is not disposing.
  public var isDisposed: Bool { state.withLock { $0.listeners.phase.isDisposed } }

  /// The last value sent, or the first one; also after completed.
  ///
  /// An observer that asks for it is given the value that it is just being told.
  ///
  /// - Throws: after an error, that error; after ``dispose()``, ``RxError/disposed(object:)``.
  @inlinable
  public func value() throws -> Element {
    guard let value = state.withLock({ $0.value }) else { throw whyThereIsNoValue }
    return value
  }

  @usableFromInline var whyThereIsNoValue: any Error {
    guard case .ended(.error(let error)) = state.withLock({ $0.listeners.phase }) else {
      return RxError.disposed(object: String(describing: Self.self))
    }
    return error
  }

  /// Stores the value of a `next`, then tells everybody, on this thread, before it returns; after the
  /// end it does neither.
  @inlinable
  public func on(_ event: Event<Element>) {
    let (audience, former) = state.withLock { $0.receive(event) }
    // The value that had to go is freed after the delivery: its end may send something newer.
    withExtendedLifetime(former) { Listener.tell(audience, event) }
  }

  /// Tells the present value to the observer and adds it; what is sent meanwhile follows in order.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    let (joiner, value) = state.withLock { [state] in
      ($0.listeners.join(on) { state.leave($0) }, $0.value)
    }
    guard let joiner else { return state.tellEnding(of: Self.self, to: on) }
    if let value { joiner.tell(.next(value)) }
    state.catchUp(joiner)
    return joiner.subscription
  }

  /// Drops all observers silently, and the value; later sends are ignored, and later subscriptions
  /// and ``value()`` get ``RxError/disposed(object:)``.
  public func dispose() {
    // Released outside the lock: observers and value may run code when they go.
    _ = state.withLock { ($0.listeners.dispose(), $0.value.take()) }
  }
}
