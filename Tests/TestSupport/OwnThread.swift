internal import Dispatch

/// Runs an operation of a test on a thread of its own instead of the threads of Swift's pool, which
/// other tests block.
///
/// For a test that expects its child process to end. Until such a test awaits its child, for which
/// it needs a thread, Swift Testing asks without a pause which child has ended.
///
/// - Parameter operation: Awaits the end of the process.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
@discardableResult
public func onOwnThread<Result: Sendable>(
  _ operation: () async throws -> Result
) async rethrows -> Result {
  try await withTaskExecutorPreference(OwnThread(), operation: operation)
}

private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "own thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
