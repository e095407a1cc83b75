import Concurrency
import Foundation
import ThreadConfinement

/// The root of all database work: one thread, which runs one task after the other.
///
/// The thread opens the store, so the store is used in tasks only. A task may add tasks. The thread
/// runs until the module is left. Usable from any thread.
final class DBRoot: Sendable {
  /// The thread's name, stored with ``CurrentThread``: Linux would truncate it to 15 bytes.
  static let threadName = "realm_task_thread"

  let journal: Journal
  private let pool: TaskPool
  private let ended = Gate()
  private let report: Report

  /// Receives each ``Event``, on the thread on which it happens.
  typealias Report = @Sendable (Event) -> Void

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - configuration: the store's configuration; the thread opens it with its first task.
  ///   - journal: receives a note of each select and insert.
  ///   - report: called when the thread starts, is left, and finishes.
  init(
    _ configuration: ConfinedStore.Configuration, journal: Journal = .unread,
    report: @escaping Report = { _ in }
  ) {
    let pool = TaskPool()
    self.pool = pool
    self.journal = journal
    self.report = report
    // The thread retains the pool and not the root, so that the root is released with its last
    // owner.
    let thread = Thread { [ended] in
      CurrentThread.takesTasks(from: pool, name: Self.threadName)
      report(.threadStarted)
      Self.run(pool, with: StoreOpener(configuration))
      CurrentThread.endTasks()
      report(.threadFinished(drained: pool.drainedCount))
      ended.open()
    }
    thread.name = Self.threadName
    thread.start()
  }

  deinit {
    _ = pool.refuse()
    pool.close()
  }

  private static func run(_ pool: TaskPool, with opener: StoreOpener) {
    while let block = pool.next() { block.run(opener) }
  }

  /// Adds a task and returns at once.
  ///
  /// - Parameters:
  ///   - task: receives the store; its result is `Sendable`, so no live object leaves the thread.
  ///   - completion: receives, on the realm thread, the task's result, or the error of opening the
  ///     store or of the task.
  /// - Returns: the task's number in the order of adding, from 1.
  /// - Throws: ``Left``; then neither closure is called.
  @discardableResult
  func addTask<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) throws(Left) -> Int {
    try pool.add(
      TaskPool.Block { opener in completion(Result { try task(opener.store()) }) })
  }

  /// Refuses further tasks, runs those that were added before, and returns when the thread has
  /// finished. A second call waits for the same end.
  func leave() async {
    if pool.refuse() {
      report(.leaving)
      pool.close()
    }
    await ended.passed()
  }
}

extension DBRoot {
  /// An event of the thread.
  enum Event: Equatable, Sendable {
    /// The thread runs, and takes tasks.
    case threadStarted
    /// Further tasks are refused.
    case leaving
    /// All tasks have run, and the store is closed; `drained` of them ran after leaving began.
    case threadFinished(drained: Int)
  }

  /// A task was added after the module was left.
  struct Left: LocalizedError, CustomStringConvertible {
    /// The same, for `localizedDescription`.
    var errorDescription: String? { description }

    /// What is wrong, and what to do.
    var description: String {
      "the module was left and its database thread has ended; enter the module again first"
    }
  }
}

extension DBRoot {
  /// A task that was added, whose result can be awaited once.
  struct Pending<Value: Sendable>: Sendable {
    fileprivate let result = OneShot<Result<Value, any Error>>()

    /// Waits for the result, without blocking a thread.
    ///
    /// - Returns: the task's result.
    /// - Throws: the error of opening the store or of the task; or `CancellationError` if the
    ///   waiting task is cancelled, and the added task still runs.
    func value() async throws -> Value {
      guard let result = await result.valueUnlessCancelled else { throw CancellationError() }
      return try result.get()
    }
  }

  /// Adds a task and returns at once; it runs even if the module is left right after.
  ///
  /// - Returns: the pending result.
  /// - Throws: ``Left``.
  func begin<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value
  ) throws(Left) -> Pending<Value> {
    let pending = Pending<Value>()
    try addTask(task) { pending.result.fulfill($0) }
    return pending
  }

  /// Runs a task on the realm thread and waits for it, without blocking a thread.
  ///
  /// - Returns: the task's result.
  /// - Throws: ``Left``, or an error of ``Pending/value()``.
  func run<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value
  ) async throws -> Value {
    try await begin(task).value()
  }
}

/// Opens the store of one thread on first use; after a failure the next use tries again.
final class StoreOpener {
  private let configuration: ConfinedStore.Configuration
  private var opened: ConfinedStore?

  init(_ configuration: ConfinedStore.Configuration) { self.configuration = configuration }

  /// - Returns: the store, opened if necessary.
  /// - Throws: an error of `ConfinedStore.open`.
  func store() throws(ConfinedStore.Failure) -> ConfinedStore {
    if let opened { return opened }
    let store = try ConfinedStore.open(configuration)
    opened = store
    return store
  }
}
