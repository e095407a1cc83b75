import Foundation
import ThreadConfinement

/// A first-in, first-out queue of tasks; one thread takes them until the pool is closed and empty.
///
/// The array and the single thread ensure the order. The condition ensures that one thread at a
/// time accesses the array, and that a thread without a task sleeps until it is woken.
final class TaskPool: TaskLoop, @unchecked Sendable {
  // Unchecked because the mutable properties are accessed only while `queueCondition` is locked.
  private let queueCondition = NSCondition()
  /// A slice, because removing the first element of an array would move all others.
  private var blockQueue: ArraySlice<Block> = []
  private var count = 0
  private var isRefusing = false
  private var isClosed = false
  private var drained = 0

  /// A task without the type of its result.
  struct Block: Sendable {
    private let task: @Sendable (StoreOpener) -> Void

    init(_ task: @escaping @Sendable (StoreOpener) -> Void) { self.task = task }

    /// Runs the task with the thread's store; on Darwin in an autorelease pool of its own.
    func run(_ opener: StoreOpener) {
      #if canImport(Darwin)
        autoreleasepool { task(opener) }
      #else
        task(opener)
      #endif
    }
  }

  /// Adds a task.
  ///
  /// - Returns: its number in the order of adding, from 1.
  /// - Throws: ``DBRoot/Left`` if the pool refuses tasks.
  func add(_ block: Block) throws(DBRoot.Left) -> Int {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    guard !isRefusing else { throw DBRoot.Left() }
    blockQueue.append(block)
    count += 1
    queueCondition.signal()
    return count
  }

  /// Waits for the next task; nil after the last one.
  func next() -> Block? {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    while blockQueue.isEmpty, !isClosed { queueCondition.wait() }
    let block = blockQueue.popFirst()
    if block != nil, isRefusing { drained += 1 }
    return block
  }

  /// The number of tasks that were taken after `refuse`.
  var drainedCount: Int {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    return drained
  }

  /// Refuses further tasks.
  ///
  /// - Returns: false if it refused them before.
  func refuse() -> Bool {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    defer { isRefusing = true }
    return !isRefusing
  }

  /// Lets the thread end after the last task; call it after ``refuse()``.
  func close() {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    isClosed = true
    queueCondition.signal()
  }

  /// Adds a task of the store itself.
  ///
  /// - Returns: false if the pool refuses tasks.
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    do throws(DBRoot.Left) {
      _ = try add(Block { _ in task() })
      return true
    } catch {
      return false
    }
  }
}
