/// A number that tasks count up in two steps, without a lock: right only if they run one after the other.
final class Tally: @unchecked Sendable {
  // Unchecked because whether one thread at a time is here is what the scene wants to know.
  private(set) var sum = 0
  private(set) var isInOrder = true
  private var next: [Int]

  init(callers: Int) {
    next = Array(repeating: 0, count: callers)
  }

  func count(_ task: Int, of caller: Int) {
    let seen = sum
    if next[caller] != task { isInOrder = false }
    next[caller] = task + 1
    sum = seen + 1
  }
}
