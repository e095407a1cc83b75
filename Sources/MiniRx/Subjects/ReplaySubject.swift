public import Concurrency

/// Keeps the last n values and tells them to each new observer first, oldest first.
///
/// It needs no value to begin with. What is sent while an observer is being told the stored values
/// reaches it after them, once. After the end a new observer gets the stored values and then the
/// terminal event. Safe from any thread.
public final class ReplaySubject<Element: Sendable>: SubjectType {
  @usableFromInline
  struct State: SubjectState {
    @usableFromInline var listeners = Listeners<Element>()
    @usableFromInline var buffer: ReplayBuffer<Element>

    @inlinable
    init(buffer: ReplayBuffer<Element>) { self.buffer = buffer }

    /// - Returns: whom to tell, and the value that had to go, to be released outside the lock.
    @inlinable
    mutating func receive(_ event: Event<Element>) -> (Audience<Element>, former: Element?) {
      guard case .next(let element) = event, listeners.phase.isOpen else {
        return (listeners.receive(event), nil)
      }
      let former = buffer.append(element)
      return (listeners.receive(event), former)
    }
  }

  @usableFromInline let state: Locked<State>

  private init(capacity: Int?) { state = Locked(State(buffer: ReplayBuffer(capacity: capacity))) }

  deinit { dispose() }

  /// A subject that keeps the last `bufferSize` values; 0 keeps none.
  ///
  /// A negative size is a mistake of the program and stops it with a message.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    guard bufferSize >= 0 else {
      fatalError("ReplaySubject.create(bufferSize: \(bufferSize)): a buffer cannot be negative")
    }
    return ReplaySubject(capacity: bufferSize)
  }

  /// A subject that keeps every value for as long as it lives.
  public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(capacity: nil) }

  /// Whether anybody listens; false at the end.
  public var hasObservers: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Whether ``dispose()`` was called; completing is not disposing.
  public var isDisposed: Bool { state.withLock { $0.listeners.phase.isDisposed } }

  /// Stores the value of a `next`, then tells everybody, on this thread, before it returns; after the
  /// end it does neither.
  @inlinable
  public func on(_ event: Event<Element>) {
    let (audience, former) = state.withLock { $0.receive(event) }
    // The value that had to go is freed after the delivery: its end may send something newer.
    withExtendedLifetime(former) { Listener.tell(audience, event) }
  }

  /// Tells the stored values to the observer and adds it; what is sent meanwhile follows in order.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    let (joiner, buffer) = state.withLock { [state] in
      ($0.listeners.join(on) { state.leave($0) }, $0.buffer)
    }
    guard let joiner else {
      buffer.forEach { on(.next($0)) }
      return state.tellEnding(of: Self.self, to: on)
    }
    buffer.forEach { joiner.tell(.next($0)) }
    state.catchUp(joiner)
    return joiner.subscription
  }

  /// Drops all observers silently, and the stored values; later sends are ignored, and later
  /// subscriptions get ``RxError/disposed(object:)``.
  public func dispose() {
    // Released outside the lock: observers and values may run code when they go.
    _ = state.withLock { ($0.listeners.dispose(), $0.buffer.removeAll()) }
  }
}
