import Dispatch
import Testing

/// Runs the tests of a suite on threads beside those of other tests, because its tests block their
/// threads while they wait for programs.
struct BlockingSuite: SuiteTrait, TestScoping {
  private final class Executor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // The threads of another quality of service than the one of Swift's own executor.
      DispatchQueue.global(qos: .utility).async {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    }
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor(), operation: function)
  }
}

extension Trait where Self == BlockingSuite {
  static var blocking: Self { Self() }
}
