import Concurrency

/// Closures that run one at a time, in the order of coming; nobody waits for anybody.
///
/// Whoever comes while nobody is running runs its own closure, and then those that came meanwhile.
/// Whoever comes during that, also from inside a closure, leaves its own behind and goes on.
final class Turns: Sendable {
  typealias Turn = @Sendable () -> Void

  private struct Queue {
    var waiting: ArraySlice<Turn> = []
    var isRunning = false

    /// - Returns: whether the caller is the one to run what waits.
    mutating func start() -> Bool {
      guard !isRunning else { return false }
      isRunning = true
      return true
    }

    /// - Returns: the oldest; nil when there is none, and then the next one to come runs its own.
    mutating func next() -> Turn? {
      guard let turn = waiting.popFirst() else {
        isRunning = false
        return nil
      }
      return turn
    }
  }

  private let queue = Locked(Queue())

  /// Puts a closure at the end and calls nobody, so that it may be done under a lock; ``run()`` follows.
  func add(_ turn: @escaping Turn) { queue.withLock { $0.waiting.append(turn) } }

  /// Runs what waits, unless somebody is doing that.
  func run() {
    guard queue.withLock({ $0.start() }) else { return }
    while let turn = queue.withLock({ $0.next() }) { turn() }
  }

  /// Puts a closure at the end and runs what waits, unless somebody is doing that.
  func take(_ turn: @escaping Turn) {
    add(turn)
    run()
  }
}
