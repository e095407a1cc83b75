import Concurrency
import Foundation
import ThreadConfinement

/// The root of everything about the database: one thread, which runs one task after the other.
///
/// The thread opens the store, so all that is done with the store is done in a task. A task may add
/// tasks. The thread lives until the module is left. Usable from any thread.
final class DBRoot: Sendable {
  /// The thread's name, which it keeps with itself: Linux would cut it to 15 bytes.
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
  ///   - configuration: of the store that the thread opens with its first task.
  ///   - journal: where selecting and inserting are noted.
  ///   - report: called when the thread starts, is left, and finishes.
  init(
    _ configuration: ConfinedStore.Configuration, journal: Journal = .unread,
    report: @escaping Report = { _ in }
  ) {
    let pool = TaskPool()
    self.pool = pool
    self.journal = journal
    self.report = report
    // The thread holds the pool and not the root, so that the root is released with its last owner.
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
  ///   - task: is given the store; what it returns has to be `Sendable`, so no live object leaves.
  ///   - completion: receives, on the realm thread, what the task returned, or the reason for its absence: the store could not
  ///     be opened, or the task threw.
  /// - Returns: the task's place among all that were added, from 1.
  /// - Throws: ``Left``, and then neither closure is called.
  @discardableResult
  func addTask<Value: Sendable>(
    _ task: @escaping @Sendable (ConfinedStore) throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) throws(Left) -> Int {
    try pool.add(
      TaskPool.Block { opener in completion(Result { try task(opener.store()) }) })
  }

  /// Takes no more tasks, lets those run that were added before, and returns when the thread has
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
  /// What happens to the thread.
  enum Event: Equatable, Sendable {
    /// It runs, and takes tasks.
    case threadStarted
    /// No task is taken any more.
    case leaving
    /// All tasks have run, so many of them since leaving began, and the store is closed.
    case threadFinished(drained: Int)
  }

  /// A task was added after the module was left.
  struct Left: LocalizedError, CustomStringConvertible {
    /// The same, for `localizedDescription`.
    var errorDescription: String? { description }

    /// What is wrong, and the way out.
    var description: String {
      "the module was left and its database thread has ended; enter the module again first"
    }
  }
}
