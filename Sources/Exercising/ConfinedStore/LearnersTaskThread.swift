/// What the exercise asks of a learner's thread for tasks; usable from any thread.
public protocol LearnersTaskThread: AnyObject, Sendable {
  /// Starts one thread, on which all tasks will run, and which gives itself this name: ``PresentThread/name``.
  init(name: String)

  /// Adds a task and returns at once; it runs after those that were added before.
  ///
  /// - Returns: false when the thread was left, and the task will not run.
  func add(_ task: @escaping @Sendable () -> Void) -> Bool

  /// Takes no more tasks, lets those run that were added before, and returns when the thread has done its last.
  func leave()
}
