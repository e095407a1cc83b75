/// The last few values, oldest first; a ring when it is full.
@usableFromInline
struct ReplayBuffer<Element: Sendable>: Sendable {
  /// The most it keeps; nil is no limit.
  @usableFromInline let capacity: Int?
  @usableFromInline var ring: ContiguousArray<Element> = []
  /// The index of the oldest once the ring is full, 0 before.
  @usableFromInline var oldest = 0

  @inlinable
  init(capacity: Int?) { self.capacity = capacity }

  /// - Returns: the value that had to go, to be released outside any lock.
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

  /// The values in the order in which they came.
  @inlinable
  func forEach(_ body: (Element) -> Void) {
    for index in oldest..<ring.count { body(ring[index]) }
    for index in 0..<oldest { body(ring[index]) }
  }

  /// Empties it.
  ///
  /// - Returns: what it held, to be released outside any lock.
  @usableFromInline
  mutating func removeAll() -> ContiguousArray<Element> {
    defer {
      ring = []
      oldest = 0
    }
    return ring
  }
}
