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

  /// Returns all elements, oldest first, and releases the storage.
  @inlinable
  mutating func removeAll() -> [Element] {
    defer { self = FIFO() }
    return leaving.isEmpty ? arriving : leaving.reversed() + arriving
  }
}

extension FIFO: Sendable where Element: Sendable {}
