internal import Foundation
public import Testing

/// Runs an exit test on threads of its own.
///
/// On Linux, Testing awaits a process some suspensions after it has started it. From the end of the
/// process until then, a thread of Testing looks for ended processes without a pause and finds only
/// that one. Swift's threads have to run all other tests before they resume a test.
public struct ExitTest: TestTrait, TestScoping {
  private final class Executor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor(), operation: function)
  }
}

extension Trait where Self == ExitTest {
  /// The trait of a test that expects the end of a process.
  public static var exitTest: Self { Self() }
}
