import Foundation
import ThreadConfinement

/// Tasks in the order in which they were added; one thread takes them, until the pool is closed and
/// empty.
///
/// The order comes from the array and from there being one thread. The condition gives two other things: nobody
/// reaches the array while somebody else does, and a thread that has nothing to do sleeps until it
/// is woken.
final class TaskPool: TaskLoop, @unchecked Sendable {
  // Unchecked because what changes is reached while `queueCondition` is locked only.
  private let queueCondition = NSCondition()
  private var blockQueue: [Block] = []
  private var count = 0
  private var isClosed = false
  private var drained = 0

  /// A task as the pool keeps it, whatever it gives back.
  struct Block: Sendable {
    /// Runs it, with the thread's store.
    let run: @Sendable (StoreOpener) -> Void
  }

  /// Adds a task.
  ///
  /// - Returns: its place among all that were added, from 1.
  /// - Throws: ``DBRoot/Left`` when the pool is closed.
  func add(_ block: Block) throws(DBRoot.Left) -> Int {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    guard !isClosed else { throw DBRoot.Left() }
    blockQueue.append(block)
    count += 1
    queueCondition.signal()
    return count
  }

  /// Waits for the next task; nil when there will be none.
  func next() -> Block? {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    while blockQueue.isEmpty, !isClosed { queueCondition.wait() }
    guard !blockQueue.isEmpty else { return nil }
    if isClosed { drained += 1 }
    return blockQueue.removeFirst()
  }

  /// How many tasks were taken after closing.
  var drainedCount: Int {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    return drained
  }

  /// Takes no more tasks.
  ///
  /// - Returns: false if it was closed before.
  func close() -> Bool {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    guard !isClosed else { return false }
    isClosed = true
    queueCondition.signal()
    return true
  }

  /// What the store itself wants to do on its thread; after closing it is dropped.
  func enqueue(_ task: @escaping @Sendable () -> Void) {
    _ = try? add(Block { _ in task() })
  }
}
