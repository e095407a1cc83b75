internal import Foundation
internal import Synchronization

/// Lets threads begin each round of a race together.
///
/// Does not use a lock. For ThreadSanitizer, an unlock orders everything before it ahead of the
/// next thread that takes the lock, so no race would be left to find.
final class Meeting: Sendable {
  private let size: Int
  private let arrivals = Atomic(0)

  /// - Parameter size: The number of threads.
  init(of size: Int) {
    self.size = size
  }

  /// Waits until all threads have arrived at the round.
  ///
  /// - Parameters:
  ///   - round: The number of the round, from 0.
  ///   - isLong: Whether a thread arrives milliseconds after the first one, which then sleeps.
  func wait(round: Int, isLong: Bool = false) {
    arrivals.add(1, ordering: .relaxed)
    while arrivals.load(ordering: .relaxed) < size * (round + 1) {
      if isLong { poll(nil, 0, 1) } else { sched_yield() }
    }
  }

  /// Runs a closure on each of the threads, with the thread's number, and returns when all have
  /// ended.
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

  /// Calls every pair of a first and a second function, on a new object for each pair: the first
  /// function on one thread, then the second on another. Returns when all calls have returned.
  ///
  /// Only synchronization in the functions themselves orders the second call after the first one.
  /// So ThreadSanitizer finds a missing lock even though the calls do not overlap. Each function is
  /// called once before the threads start, and each thread waits while the other one calls.
  /// Otherwise, a lock of the runtime that both threads take might order the calls.
  ///
  /// - Parameters:
  ///   - firsts: The functions that are called first. Results are retained until all calls have
  ///     returned.
  ///   - seconds: The functions that are called second.
  ///   - make: Creates an object, on the current thread.
  static func callPairs<Object: Sendable>(
    _ firsts: [@Sendable (Object) -> Any?], then seconds: [@Sendable (Object) -> Any?],
    of make: () -> Object
  ) {
    let first = make()
    let pairs = firsts.flatMap { first in seconds.map { (first, $0, make()) } }
    _ = (firsts + seconds).map { $0(first) }
    let meeting = Meeting(of: 2)
    meeting.run { number in
      var results: [Any?] = []
      for (index, (first, second, object)) in pairs.enumerated() {
        if number == 0 {
          results.append(first(object))
          // ThreadSanitizer misses many races between accesses that are microseconds apart.
          poll(nil, 0, 1)
        }
        meeting.wait(round: 2 * index, isLong: true)
        if number == 1 { results.append(second(object)) }
        meeting.wait(round: 2 * index + 1, isLong: true)
      }
      withExtendedLifetime(results) {}
    }
  }
}
