/// The rules of a queue that delivers one element at a time, in order: `idle → draining → idle`.
///
/// The caller whose ``enqueue(_:)`` finds the queue idle drains it: it delivers what ``dequeue()``
/// returns, until that is nil. Callers that arrive meanwhile, also from inside a delivery, leave
/// their element and continue. These are the rules alone: the owner keeps them under its lock and
/// delivers outside it.
///
/// ```swift
/// guard queue.withLock({ $0.enqueue(event) }) else { return }
/// while let event = queue.withLock({ $0.dequeue() }) { deliver(event) }
/// ```
public struct DeliveryQueue<Element> {
  @usableFromInline var elements = FIFO<Element>()

  /// Whether a caller drains the queue, or is about to.
  @usableFromInline var isDraining = false

  /// Creates an idle queue.
  @inlinable
  public init() {}

  /// Appends an element.
  ///
  /// - Returns: whether the caller has to drain the queue.
  @inlinable
  public mutating func enqueue(_ element: Element) -> Bool {
    elements.append(element)
    defer { isDraining = true }
    return !isDraining
  }

  /// Removes the oldest element.
  ///
  /// - Returns: the element; nil if the queue is empty, and then it is idle again.
  @inlinable
  public mutating func dequeue() -> Element? {
    guard let element = elements.popFirst() else {
      isDraining = false
      return nil
    }
    return element
  }

  /// Removes all elements; a caller that drains the queue goes on until ``dequeue()`` returns nil.
  ///
  /// - Returns: the removed elements, oldest first, for release outside the owner's lock.
  @inlinable
  public mutating func removeAll() -> [Element] { elements.removeAll() }
}

extension DeliveryQueue: Sendable where Element: Sendable {}
