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

  /// Creates an idle queue.
  @inlinable
  public init() {}

  /// Appends an element.
  ///
  /// - Returns: `true` if the caller must drain the queue.
  @inlinable
  public mutating func enqueue(_ element: Element) -> Bool {
    elements.append(element)
    defer { isDraining = true }
    return !isDraining
  }

  /// Removes the oldest element.
  ///
  /// - Returns: The element; nil if the queue is empty, which makes it idle again.
  @inlinable
  public mutating func dequeue() -> Element? {
    guard let element = elements.popFirst() else {
      isDraining = false
      return nil
    }
    return element
  }

  /// Removes all elements. A caller that is draining the queue continues until ``dequeue()``
  /// returns nil.
  ///
  /// - Returns: The removed elements, oldest first, to be released outside the owner's lock.
  @inlinable
  public mutating func removeAll() -> [Element] { elements.removeAll() }
}

extension DeliveryQueue: Sendable where Element: Sendable {}
