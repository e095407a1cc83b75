internal import Concurrency
internal import Foundation
internal import Synchronization

/// Lets threads begin each round of a race together.
///
/// Does not use a lock. For ThreadSanitizer, an unlock orders everything before it ahead of the
/// next thread that takes the lock, so no race would be left to find.
final class Meeting: Sendable {
  private let size: Int
  private let arrivals = Atomic(0)

  init(of size: Int) { self.size = size }

  /// Waits until all threads have arrived at the round, which is numbered from 0. Sleeps meanwhile
  /// if it is long: a thread arrives milliseconds after the first one.
  func wait(round: Int, isLong: Bool = false) {
    arrivals.add(1, ordering: .relaxed)
    while arrivals.load(ordering: .relaxed) < size * (round + 1) {
      if isLong { poll(nil, 0, 1) } else { sched_yield() }
    }
  }

  /// Runs a closure on each of the threads, with the thread's number, until all have ended.
  func run(_ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<size).map { number in
      JoinableThread.start(name: "meeting") { body(number) }
    }
    for thread in threads { thread.join() }
  }

  /// Calls every pair of a first and a second function, on a new object for each pair: the first
  /// function on one thread, then the second on another. Returns when all calls have returned.
  ///
  /// Only synchronization in the functions themselves orders the second call after the first. So
  /// ThreadSanitizer finds a missing lock although the calls do not overlap. Each function is
  /// called once before the threads start, and each thread waits while the other calls. Otherwise,
  /// a runtime lock that both take might order the calls. Results are retained until the end.
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

/// Keeps callers that add tasks and the thread that runs them in step: a caller waits until a task
/// begins, and a task waits until another one is added. Like ``Meeting``, it does not use a lock.
///
/// Waits are short, because a caller may itself wait for the end of a task. Only the first tasks of
/// each caller wait, and only until a wait has timed out.
final class Lockstep: Sendable {
  private let added = Atomic(0)
  private let begun = Atomic(0)
  private let callers: Atomic<Int>
  private let hasTimedOut = Atomic(false)

  private static let stepped = 20
  private static let longestWait = 1000

  init(_ callers: Int) { self.callers = Atomic(callers) }

  /// Whether all callers have ended.
  var isOver: Bool { callers.load(ordering: .relaxed) == 0 }

  /// Called by a caller after it has added a task. Its tasks are numbered from 0.
  func hasAdded(_ task: Int) {
    let seen = begun.load(ordering: .relaxed)
    added.add(1, ordering: .relaxed)
    if task < Self.stepped { wait { begun.load(ordering: .relaxed) > seen } }
  }

  /// Called by each task.
  func runs(_ task: Int) {
    let seen = added.load(ordering: .relaxed)
    begun.add(1, ordering: .relaxed)
    if task < Self.stepped { wait { added.load(ordering: .relaxed) > seen || isOver } }
  }

  /// Called by each caller at its end.
  func hasEnded() { callers.subtract(1, ordering: .relaxed) }

  private func wait(until condition: () -> Bool) {
    var yields = 0
    while !condition(), !hasTimedOut.load(ordering: .relaxed) {
      sched_yield()
      yields += 1
      if yields == Self.longestWait { hasTimedOut.store(true, ordering: .relaxed) }
    }
  }
}
