import Foundation
import ThreadConfinement

/// A FIFO queue of tasks, from which one thread takes tasks until the pool is closed and empty. The
/// array and the single thread ensure the order. The thread waits on the condition for a task.
final class TaskPool: TaskLoop, @unchecked Sendable {
  // Unchecked because the mutable properties are accessed only while `queueCondition` is locked.
  private let queueCondition = NSCondition()
  /// A slice, because removing the first element of an array would move all others.
  private var blockQueue: ArraySlice<Block> = []
  private var count = 0
  private var isRefusing = false
  private var isClosed = false
  private var drained = 0

  /// A task, with the type of its result erased.
  struct Block: Sendable {
    let task: @Sendable (_ store: () throws -> ConfinedStore) -> Void

    /// Runs the task with the thread's store; on Darwin, in its own autorelease pool.
    func run(_ store: () throws -> ConfinedStore) {
      #if canImport(Darwin)
        autoreleasepool { task(store) }
      #else
        task(store)
      #endif
    }
  }

  /// Adds a task and returns its number, counted from 1 in the order of adding.
  func add(_ block: Block) throws(DBRoot.Left) -> Int {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    guard !isRefusing else { throw DBRoot.Left() }
    blockQueue.append(block)
    count += 1
    queueCondition.signal()
    return count
  }

  /// Waits for the next task; nil if the pool is closed and empty.
  func next() -> Block? {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    while blockQueue.isEmpty, !isClosed { queueCondition.wait() }
    let block = blockQueue.popFirst()
    if block != nil, isRefusing { drained += 1 }
    return block
  }

  var drainedCount: Int { queueCondition.withLock { drained } }

  /// Refuses further tasks. Returns false if the pool already refused them.
  func refuse() -> Bool { queueCondition.withLock { !exchange(&isRefusing, with: true) } }

  /// Lets the thread end after the last task. Call it after ``refuse()``.
  func close() {
    queueCondition.withLock {
      isClosed = true
      queueCondition.signal()
    }
  }

  /// Adds a task on behalf of the store. Returns false if the pool refuses tasks.
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    (try? add(Block { _ in task() })) != nil
  }
}
