/// The rules of a queue that delivers one element at a time, in order: `idle → draining → idle`.
///
/// The caller whose ``enqueue(_:)`` finds the queue idle drains it: it delivers the elements that
/// ``dequeue()`` returns until that is nil. Callers that arrive meanwhile, reentrant ones included,
/// enqueue their element and return. The queue itself does not lock: its owner guards it with a
/// lock and delivers outside the lock.
///
/// ```swift
/// guard queue.withLock({ $0.enqueue(event) }) else { return }
/// while let event = queue.withLock({ $0.dequeue() }) { deliver(event) }
/// ```
public struct DeliveryQueue<Element> {
  @usableFromInline var elements = FIFO<Element>()

  /// Whether a caller is draining the queue, or is about to.
  @usableFromInline var isDraining = false

  @inlinable
  public init() {}

  /// Appends an element; `true` if the caller must drain the queue.
  @inlinable
  public mutating func enqueue(_ element: Element) -> Bool {
    elements.append(element)
    defer { isDraining = true }
    return !isDraining
  }

  /// Removes the oldest element; nil if the queue is empty, which makes it idle again.
  @inlinable
  public mutating func dequeue() -> Element? {
    guard let element = elements.popFirst() else {
      isDraining = false
      return nil
    }
    return element
  }
}

extension DeliveryQueue: Sendable where Element: Sendable {}

/// Closures that run one at a time, in the order in which they were added.
///
/// The caller that finds the queue idle runs its own closure and those that arrive meanwhile; any
/// other caller returns at once. No lock is held while a closure runs or is released.
public final class CallQueue: Sendable {
  private struct Call {
    let run: @Sendable () -> Void
  }

  private let calls = Locked(DeliveryQueue<Call>())

  public init() {}

  /// Adds a closure without running it, so that a caller can decide the order under its own lock.
  ///
  /// - Returns: `true` if the caller must call ``drain()`` after releasing its lock.
  public func enqueue(_ call: @escaping @Sendable () -> Void) -> Bool {
    calls.withLock { $0.enqueue(Call(run: call)) }
  }

  /// Runs the added closures until the queue is empty. Only a caller for which ``enqueue(_:)``
  /// returned `true` may call it.
  public func drain() {
    while let call = calls.withLock({ $0.dequeue() }) { call.run() }
  }

  /// Adds a closure, and drains the queue unless another caller is draining it.
  public func run(_ call: @escaping @Sendable () -> Void) {
    if enqueue(call) { drain() }
  }
}

/// A first-in, first-out queue with amortized constant-time `append` and `popFirst`.
///
/// Two arrays, because a slice would retain the elements already removed from it.
@usableFromInline
struct FIFO<Element> {
  @usableFromInline var arriving: [Element] = []
  /// In reverse order: the oldest element is last.
  @usableFromInline var leaving: [Element] = []

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ element: Element) { arriving.append(element) }

  @inlinable
  mutating func popFirst() -> Element? {
    if leaving.isEmpty, !arriving.isEmpty {
      swap(&arriving, &leaving)
      leaving.reverse()
    }
    return leaving.popLast()
  }
}

extension FIFO: Sendable where Element: Sendable {}
