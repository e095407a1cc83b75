internal import Concurrency

/// A named thread that runs tasks in the order in which they were added, until it is finished or
/// this object is released. A task may add tasks. No lock is held while one runs.
public final class ConfinedThread: TaskLoop {
  private let pool: ThreadPool

  /// The thread's name, which ``StoreThread/name`` returns inside its tasks.
  public var name: String { pool.name }

  public init(name: String) {
    pool = ThreadPool(name: name, onEnd: { StoreThread.endTasks() })
    let loop = WeakLoop(pool: pool)
    pool.async { StoreThread.takesTasks(from: loop, name: name) }
  }

  /// Adds a task, to run after earlier ones. After ``finish()``, returns false and never runs it.
  @discardableResult
  public func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool { pool.async(task) }

  /// Runs a task on the thread, waits for it, and returns its result, or nil after ``finish()``.
  /// Called on the thread itself, it runs the task immediately.
  @available(*, noasync, message: "use result(_:)")
  @discardableResult
  public func sync<Result: Sendable, Failure: Error>(
    _ task: @escaping @Sendable () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try pool.sync(task)
  }

  /// Runs a task on the thread and suspends the caller until the task returns. Traps after
  /// ``finish()``.
  public func result<Result: Sendable, Failure: Error>(
    _ task: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await pool.result(task)
  }

  /// Refuses further tasks, and waits until the thread has run those already added and ended, as
  /// ``StoreThread/endTasks()`` describes. Called on the thread itself, it does not wait.
  @available(*, noasync, message: "await it")
  public func finish() {
    pool.finish()
    pool.join()
  }

  /// Like the blocking `finish()`. A task of this thread that awaits it would wait for itself.
  public func finish() async {
    pool.finish()
    await pool.joined()
  }
}

private struct WeakLoop: TaskLoop {
  weak let pool: ThreadPool?

  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool { pool?.async(task) ?? false }
}
