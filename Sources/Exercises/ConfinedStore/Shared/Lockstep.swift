internal import Foundation
internal import Synchronization

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

  init(_ callers: Int) {
    self.callers = Atomic(callers)
  }

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
