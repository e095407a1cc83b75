import Dispatch
import Foundation

/// What the document's original does, with only what it needs to compile.
enum AsWritten {}

extension AsWritten {
  /// The original runs a block while it holds the condition's lock, and never waits on the condition or signals it.
  ///
  /// The run loop that it asks for one turn per block is a semaphore here, since Linux has no `CFRunLoop`; and the
  /// spinning until that run loop exists is left out.
  final class DBRoot: @unchecked Sendable {
    // Unchecked because `blockQueue` is reached while `queueCondition` is locked only.
    typealias ClosureType = @Sendable () -> Void

    private let queueCondition = NSCondition()
    private let runLoop = DispatchSemaphore(value: 0)
    private var blockQueue: [ClosureType] = []

    init() {
      let thread = Thread { [self] in
        while true {
          runLoop.wait()
          queueCondition.lock()
          let block = blockQueue.removeFirst()
          block()
          queueCondition.unlock()
        }
      }
      thread.name = "realm_task_thread"
      thread.start()
    }

    func addTask(_ block: @escaping ClosureType) {
      queueCondition.lock()
      blockQueue.append(block)
      queueCondition.unlock()
      runLoop.signal()
    }
  }
}
