import Dispatch
import Workbook

extension ChildRole {
  /// Adds a task from inside a task, as written. What never happens cannot be waited for, so there is a limit, which
  /// begins when the first task is about to add the second.
  static let taskInTask = ChildRole("task-in-task") { child in
    let root = AsWritten.DBRoot()
    let (adding, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    root.addTask {
      adding.signal()
      root.addTask { done.signal() }
    }
    adding.wait()
    let outcome = done.wait(timeout: .now() + .milliseconds(200))
    child.say(outcome == .timedOut ? "timed out" : "both tasks ran")
  }
}
