internal import Foundation
public import Testing

/// Runs tests on threads beside Swift's own ones.
public struct TestThreads: SuiteTrait, TestTrait, TestScoping {
  fileprivate final class Executor: TaskExecutor {
    private let start: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(_ start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
      self.start = start
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      start { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  fileprivate let executor: Executor

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(executor, operation: function)
  }
}

extension Trait where Self == TestThreads {
  /// The trait of a test that expects the end of a process.
  ///
  /// On Linux, Testing awaits a process some suspensions after it has started it. From the end of
  /// the process until then, a thread of Testing looks for ended processes without a pause and
  /// finds only that one. Swift's own threads resume a test only after the tests that already wait
  /// for them.
  public static var exitTest: Self {
    Self(executor: .init { Thread.detachNewThread($0) })
  }

  /// The trait of a suite whose tests take long to compute, or block their threads while they wait
  /// for programs. Swift's own threads, one per processor, stay free for tests that await others.
  public static var blocking: Self {
    Self(executor: .init { DispatchQueue.global(qos: .utility).async(execute: $0) })
  }
}
