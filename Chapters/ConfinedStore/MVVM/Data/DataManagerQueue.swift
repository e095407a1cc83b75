import Dispatch

/// The concurrent dispatch queue of ``DataManager``, which is also a task executor.
final class DataManagerQueue: TaskExecutor {
  private static let key = DispatchSpecificKey<String>()
  private let queue = DispatchQueue(
    label: "datamanager", attributes: .concurrent, autoreleaseFrequency: .workItem)

  init() { queue.setSpecific(key: Self.key, value: queue.label) }

  /// The label of the queue on which the calling code runs; nil on any other queue. It is stored
  /// with the queue, because the queue uses varying threads.
  static var currentLabel: String? { DispatchQueue.getSpecific(key: key) }

  /// The owner of the queue on which the calling code runs, if it is such a queue.
  static var currentOwner: String? { currentLabel.map { _ in "\(DataManager.self)" } }

  /// Runs a block on the queue and returns its result.
  func run<Result: Sendable>(_ block: @Sendable () -> Result) async -> Result {
    await withTaskExecutorPreference(self) { block() }
  }

  /// Runs a block asynchronously.
  func async(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }

  /// Runs a job of an asynchronous function.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
