import Concurrency
import Foundation
import ThreadConfinement

/// The root of all database work: a thread that runs one task at a time until the module is left.
/// It opens the store, so only tasks can use it. Usable from any thread, also from a task.
final class DBRoot: Sendable {
  /// The thread's name, of which Linux itself would keep 15 bytes.
  static let threadName = "realm_task_thread"

  let stepLog: StepLog
  private let pool: TaskPool
  private let thread: JoinableThread
  private let report: Report

  /// Receives each ``Event`` on the thread on which it occurs.
  typealias Report = @Sendable (Event) -> Void

  /// Starts the thread, which opens the store for its first task. The log receives an entry for
  /// each select and insert.
  init(
    _ configuration: ConfinedStore.Configuration, stepLog: StepLog = .discarding,
    report: @escaping Report = { _ in }
  ) {
    let pool = TaskPool()
    self.pool = pool
    self.stepLog = stepLog
    self.report = report
    // The thread does not retain the root, which is released with its last owner.
    thread = JoinableThread.start(name: Self.threadName) {
      StoreThread.takesTasks(from: pool, name: Self.threadName)
      report(.threadStarted)
      Self.run(pool, configuration)
      StoreThread.endTasks()
      report(.threadFinished(drained: pool.drainedCount))
    }
  }

  deinit {
    _ = pool.refuse()
    pool.close()
  }

  private static func run(_ pool: TaskPool, _ configuration: ConfinedStore.Configuration) {
    var opened: ConfinedStore?
    // Opens the store on first use. After a failure the next use tries again.
    func store() throws -> ConfinedStore {
      let store = try opened ?? .open(configuration)
      opened = store
      return store
    }
    while let block = pool.next() { block.run(store) }
  }

  /// Adds a task and returns its number, counted from 1 in the order of adding. The completion
  /// receives the task's result, or the error of the task or of opening the store, on the realm
  /// thread. The result is `Sendable`, so no live object leaves the thread.
  ///
  /// - Throws: ``Left``; neither closure is then called.
  @discardableResult
  func addTask<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) throws(Left) -> Int {
    try pool.add(TaskPool.Block { store in completion(Result { try task(store()) }) })
  }

  /// Refuses further tasks, runs those already added, and returns when the thread has finished,
  /// even if the calling task is cancelled. A second call waits for the same end.
  func leave() async {
    if pool.refuse() {
      report(.leaving)
      pool.close()
    }
    await thread.joined()
  }
}

extension DBRoot {
  enum Event: Equatable, Sendable {
    /// The thread has started and accepts tasks.
    case threadStarted
    /// Further tasks are refused.
    case leaving
    /// All tasks have run, and the store is closed; `drained` of them ran after leaving began.
    case threadFinished(drained: Int)
  }

  struct Left: LocalizedError, CustomStringConvertible {
    var errorDescription: String? { description }

    var description: String {
      "the module was left and its database thread has ended; enter the module again first"
    }
  }
}

extension DBRoot {
  /// The pending result of a task, which can be awaited.
  struct Pending<Value: Sendable>: Sendable {
    fileprivate let result = OneShot<Result<Value, any Error>>()

    /// Waits for the result, without blocking a thread, and throws the error of opening the store
    /// or of the task. If the waiting Swift task is cancelled, it throws `CancellationError`, and
    /// the added task runs nevertheless.
    func value() async throws -> Value {
      guard let result = await result.valueUnlessCancelled else { throw CancellationError() }
      return try result.get()
    }
  }

  /// Adds a task, which runs even if the module is left immediately afterwards.
  func begin<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value
  ) throws(Left) -> Pending<Value> {
    let pending = Pending<Value>()
    try addTask(task) { pending.result.fulfill($0) }
    return pending
  }

  /// Runs a task on the realm thread and waits for its result, without blocking a thread. Throws
  /// ``Left``, or an error of ``Pending/value()``.
  func run<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value
  ) async throws -> Value {
    try await begin(task).value()
  }
}
