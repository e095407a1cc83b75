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
  /// A slice, since taking the first of an array would move all others.
  private var blockQueue: ArraySlice<Block> = []
  private var count = 0
  private var isRefusing = false
  private var isClosed = false
  private var drained = 0

  /// A task as the pool keeps it, whatever it gives back.
  struct Block: Sendable {
    private let task: @Sendable (StoreOpener) -> Void

    init(_ task: @escaping @Sendable (StoreOpener) -> Void) { self.task = task }

    /// Runs it, with the thread's store; on Darwin in an autorelease pool of its own.
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
  /// - Returns: its place among all that were added, from 1.
  /// - Throws: ``DBRoot/Left`` when no more are taken.
  func add(_ block: Block) throws(DBRoot.Left) -> Int {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    guard !isRefusing else { throw DBRoot.Left() }
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
    let block = blockQueue.popFirst()
    if block != nil, isRefusing { drained += 1 }
    return block
  }

  /// How many tasks were taken since others are refused.
  var drainedCount: Int {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    return drained
  }

  /// Takes no more tasks.
  ///
  /// - Returns: false if that was so before.
  func refuse() -> Bool {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    defer { isRefusing = true }
    return !isRefusing
  }

  /// Lets the thread end when nothing is left to do; after ``refuse()``.
  func close() {
    queueCondition.lock()
    defer { queueCondition.unlock() }
    isClosed = true
    queueCondition.signal()
  }

  /// Adds a task of the store itself.
  ///
  /// - Returns: false when no more are taken.
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    do throws(DBRoot.Left) {
      _ = try add(Block { _ in task() })
      return true
    } catch {
      return false
    }
  }
}
