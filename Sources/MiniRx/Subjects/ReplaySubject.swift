public import Concurrency

/// Keeps the last n values and emits them to each new observer first, oldest first.
///
/// It needs no initial value. An event that is sent during a replay reaches the observer once,
/// after the replay. A late subscriber receives the stored values, then the terminal event. All
/// members can be used from any thread.
public final class ReplaySubject<Element: Sendable>: SubjectType {
  @usableFromInline let state: Locked<SubjectState<Element, ReplayBuffer<Element>>>

  private init(capacity: Int?) { state = Locked(SubjectState(ReplayBuffer(capacity: capacity))) }

  deinit { dispose() }

  /// Creates a subject that keeps the last `bufferSize` values, none for 0. A negative size traps.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    guard bufferSize >= 0 else {
      fatalError("ReplaySubject.create(bufferSize: \(bufferSize)): a buffer cannot be negative")
    }
    return ReplaySubject(capacity: bufferSize)
  }

  /// Creates a subject that keeps every value until it is released.
  public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(capacity: nil) }

  public var hasObservers: Bool { state.withLock { !$0.observers.isEmpty } }

  public var isDisposed: Bool { state.withLock { $0.observers.phase.isDisposed } }

  /// Stores the value of a `next`, then calls all observers on the calling thread before it
  /// returns. Has no effect after a terminal event.
  @inlinable
  public func on(_ event: Event<Element>) {
    let (entries, former) = state.withLock { $0.receive(event) }
    // The dropped value is released after the delivery, because its deinit may send another value.
    withExtendedLifetime(former) { ObserverEntry.deliver(entries, event) }
  }

  /// Calls an observer with the stored values, then adds it. Events sent meanwhile follow in order.
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    let (observer, buffer) = state.withLock { [state] in
      ($0.observers.add(on, isReplaying: true) { state.leave($0) }, $0.stored)
    }
    guard let observer else {
      buffer.forEach { on(.next($0)) }
      return state.deliverTerminalEvent(of: Self.self, to: on)
    }
    buffer.forEach { observer.deliver(.next($0)) }
    state.catchUp(observer)
    return observer.subscription
  }

  public func dispose() {
    // Released outside the lock: the release of observers and values may run code.
    _ = state.withLock { ($0.observers.dispose(), $0.stored.removeAll()) }
  }
}

extension SubjectState where Stored == ReplayBuffer<Element> {
  /// - Returns: The observers that receive the event, and the value that was dropped, to be
  ///   released outside the lock.
  @inlinable
  mutating func receive(_ event: Event<Element>) -> (ObserverEntries<Element>, former: Element?) {
    guard case .next(let element) = event, observers.phase.isOpen else {
      return (observers.receive(event), nil)
    }
    let former = stored.append(element)
    return (observers.receive(event), former)
  }
}

/// The last `capacity` values, oldest first; a ring buffer once it is full.
@usableFromInline
struct ReplayBuffer<Element: Sendable>: Sendable {
  /// The maximum number of values; nil for no limit.
  @usableFromInline let capacity: Int?
  @usableFromInline var ring: ContiguousArray<Element> = []
  /// The index of the oldest value once the ring is full, 0 before.
  @usableFromInline var oldest = 0

  @inlinable
  init(capacity: Int?) { self.capacity = capacity }

  /// - Returns: The value that was dropped, to be released outside any lock.
  @inlinable
  mutating func append(_ element: Element) -> Element? {
    guard let capacity, ring.count >= capacity else {
      ring.append(element)
      return nil
    }
    guard capacity > 0 else { return nil }
    let former = ring[oldest]
    ring[oldest] = element
    oldest = oldest + 1 == capacity ? 0 : oldest + 1
    return former
  }

  /// Calls the closure with each value, oldest first.
  @inlinable
  func forEach(_ body: (Element) -> Void) {
    for index in oldest..<ring.count { body(ring[index]) }
    for index in 0..<oldest { body(ring[index]) }
  }

  /// Removes all values, and returns them to be released outside any lock.
  @usableFromInline
  mutating func removeAll() -> ContiguousArray<Element> {
    oldest = 0
    return exchange(&ring, with: [])
  }
}
