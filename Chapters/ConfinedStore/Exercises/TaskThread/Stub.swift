import Exercising
import Foundation

/// Runs tasks on a thread of its own, in the order in which they were added, until it is left.
///
/// The task is in Task.md, beside this file. See what yours does: `swift run workbook check TaskThread`
final class TaskThread: LearnersTaskThread {
  init(name: String) {
    // TODO: start a thread that names itself and takes one task after the other.
  }

  func add(_ task: @escaping @Sendable () -> Void) -> Bool {
    // TODO: keep the task where the thread finds it, and wake the thread.
    return false
  }

  func leave() {
    // TODO: take no more tasks, and return when the thread has run all that were added.
  }
}
