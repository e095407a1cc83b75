internal import Foundation
internal import Synchronization

/// Lets threads begin each round of a race together.
///
/// Without a lock: what one thread does before it releases a lock is, for ThreadSanitizer, over when another takes it, and
/// no race would be left to find.
final class Meeting: Sendable {
  private let size: Int
  private let arrivals = Atomic(0)

  /// - Parameter size: The number of threads.
  init(of size: Int) {
    self.size = size
  }

  /// Waits until all threads have arrived at the round. Rounds are counted from 0.
  func wait(round: Int) {
    arrivals.add(1, ordering: .relaxed)
    while arrivals.load(ordering: .relaxed) < size * (round + 1) { sched_yield() }
  }

  /// Runs a closure on each of the threads, with the thread's number, and returns when all have ended.
  func run(_ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<size {
      group.enter()
      Thread {
        body(number)
        group.leave()
      }.start()
    }
    group.wait()
  }
}
