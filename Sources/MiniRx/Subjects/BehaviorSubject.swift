public import Concurrency

/// Keeps the last value, at first the initial one, and emits it to each new observer first, before
/// `subscribe` returns.
///
/// A late subscriber receives only the terminal event. All members can be used from any thread.
public final class BehaviorSubject<Element: Sendable>: SubjectType {
  /// The stored value is nil after an error or disposal.
  @usableFromInline let state: Locked<SubjectState<Element, Element?>>

  public init(value: Element) { state = Locked(SubjectState(value)) }

  deinit { dispose() }

  public var hasObservers: Bool { state.withLock { !$0.observers.isEmpty } }

  public var isDisposed: Bool { state.withLock { $0.observers.phase.isDisposed } }

  /// The last value sent, or the initial value; available after `completed` too.
  ///
  /// In an observer's closure this is the value that the observer is receiving.
  ///
  /// - Throws: The error that ended the subject; after ``dispose()``,
  ///   ``RxError/disposed(object:)``.
  @inlinable
  public func value() throws -> Element {
    guard let value = state.withLock({ $0.stored }) else { throw errorWithoutValue }
    return value
  }

  @usableFromInline var errorWithoutValue: any Error {
    guard case .ended(.error(let error)) = state.withLock({ $0.observers.phase }) else {
      return RxError.disposed(object: String(describing: Self.self))
    }
    return error
  }

  /// Stores the value of a `next`, then calls all observers on the calling thread before it
  /// returns. Has no effect after a terminal event.
  @inlinable
  public func on(_ event: Event<Element>) {
    let (entries, former) = state.withLock { $0.receive(event) }
    // The former value is released after the delivery, because its deinit may send another value.
    withExtendedLifetime(former) { ObserverEntry.deliver(entries, event) }
  }

  /// Calls an observer with the current value, then adds it. Events sent meanwhile follow in order.
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    let (observer, value) = state.withLock { [state] in
      ($0.observers.add(on, isReplaying: true) { state.leave($0) }, $0.stored)
    }
    guard let observer else { return state.deliverTerminalEvent(of: Self.self, to: on) }
    if let value { observer.deliver(.next(value)) }
    state.catchUp(observer)
    return observer.subscription
  }

  /// Removes all observers without an event and releases the value. ``value()`` then throws
  /// ``RxError/disposed(object:)``.
  public func dispose() {
    // Released outside the lock: the release of observers and value may run code.
    _ = state.withLock { ($0.observers.dispose(), $0.stored.take()) }
  }
}

extension SubjectState where Stored == Element? {
  /// - Returns: The receiving observers, and the former value, to be released outside the lock.
  @inlinable
  mutating func receive(_ event: Event<Element>) -> (ObserverEntries<Element>, former: Element?) {
    guard observers.phase.isOpen, !event.isCompleted else {
      return (observers.receive(event), nil)
    }
    let former = stored
    stored = event.element
    return (observers.receive(event), former)
  }
}
