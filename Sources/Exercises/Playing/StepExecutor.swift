internal import Concurrency
internal import Foundation

/// Runs the tasks of a scene on the thread that takes its steps: one job at a time, in the order in
/// which the jobs were enqueued, until no task can continue.
///
/// So the result of a step depends only on the script. When ``run(_:)`` returns, each task has
/// ended or waits for a later step.
///
/// The runtime asks a hook before it enqueues a job on its own threads. The hook claims the jobs
/// that are enqueued on the thread of a step, and leaves all others alone. Some jobs never reach
/// the hook: those of the main actor, of a clock, of a `Task.yield()` in an actor, and those that
/// another thread enqueues. So exercises with this executor do not allow them in a learner's file.
package final class StepExecutor: TaskExecutor {
  private typealias Job = @Sendable () -> Void

  private let jobs = Locked<[Job]>([])

  package func enqueue(_ job: consuming ExecutorJob) { claim(UnownedJob(job)) }

  /// Appends a closure that runs a job of another executor.
  func append(_ run: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(run) } }

  /// Calls the closure, and runs all jobs that it starts or resumes. Throws its error, or another
  /// if the runtime has no hook.
  func run(_ body: () throws(SceneFailure) -> Void) throws(SceneFailure) {
    guard Self.hasHook else {
      throw SceneFailure(
        "the Swift runtime of this toolchain lacks `\(Self.hookName)`, by which tasks run step by "
          + "step")
    }
    let outer = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.key, outer) }
    try body()
    while case let next = jobs.withLock({ exchange(&$0, with: []) }), !next.isEmpty {
      for run in next { run() }
    }
  }

  private func claim(_ job: UnownedJob) {
    let executor = asUnownedTaskExecutor()
    append { job.runSynchronously(on: executor) }
  }
}

extension StepExecutor {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// The executor whose step the current thread takes.
  private static var current: StepExecutor? {
    pthread_getspecific(key).map { Unmanaged<StepExecutor>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The hook of the Swift runtime, by which tasks run step by step.
  private static let hookName = "swift_task_enqueueGlobal_hook"

  /// Whether the hook is set. It is set once, and stays.
  private static let hasHook: Bool = {
    guard let hook = dlsym(dlopen(nil, RTLD_NOW), hookName) else { return false }
    hook.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
      guard let executor = StepExecutor.current else { return original(job) }
      executor.claim(job)
    }
    return true
  }()
}
