internal import Foundation
internal import Synchronization

/// Lets callers add tasks while another thread takes them: a caller waits until a task begins, and a task until another one
/// is added. Without a lock, for the reason of ``Meeting``.
///
/// No wait is long, since a caller may wait for the end of a task, and after a wait in vain there is no other. The first
/// tasks are in step, and the others are not.
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

  /// Called by a caller for each of its tasks, which are counted from 0, after it has added the task.
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
