/// What waits to be delivered one after the other, and whether somebody is on the way to do it.
///
/// A queue of two arrays, because a slice would hold on to what has left it.
struct Turns<Item: Sendable> {
  private var arriving: [Item] = []
  /// The oldest is the last.
  private var leaving: [Item] = []
  private var isBeingFetched = false

  /// - Returns: whether somebody has to be sent to fetch them.
  mutating func add(_ item: Item) -> Bool {
    arriving.append(item)
    defer { isBeingFetched = true }
    return !isBeingFetched
  }

  /// - Returns: the oldest; nil once there is none, and then the next one added sends somebody again.
  mutating func next() -> Item? {
    if leaving.isEmpty {
      leaving = arriving.reversed()
      arriving = []
    }
    guard let item = leaving.popLast() else {
      isBeingFetched = false
      return nil
    }
    return item
  }

  /// - Returns: what waited, to be released outside the lock.
  mutating func removeAll() -> [Item] {
    defer {
      arriving = []
      leaving = []
    }
    return leaving.reversed() + arriving
  }
}
