import Exercising
import Foundation

/// Runs tasks on a thread of its own, in the order in which they were added, until `leave`.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check TaskThread`
final class TaskThread: TaskThreadRequirements {
  init(name: String) {
    // TODO: start a thread that sets its name and runs one task after the other.
  }

  func add(_ task: @escaping @Sendable () -> Void) -> Bool {
    // TODO: add the task to a queue, and wake the thread.
    return false
  }

  func leave() {
    // TODO: refuse further tasks, and return when the thread has run all that were added.
  }
}
