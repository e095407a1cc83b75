import Dispatch

/// The concurrent queue of ``DataManager``: code that runs on it is the data manager's.
///
/// It is a dispatch queue that asynchronous functions can be made to run on.
final class DataManagerQueue: TaskExecutor {
  private static let key = DispatchSpecificKey<String>()
  private let queue = DispatchQueue(
    label: "datamanager", attributes: .concurrent, autoreleaseFrequency: .workItem)

  init() { queue.setSpecific(key: Self.key, value: queue.label) }

  /// The label of the queue that the current code runs on; nil anywhere else. Asked of the queue itself, since the
  /// thread under it is now this one, now that.
  static var currentLabel: String? { DispatchQueue.getSpecific(key: key) }

  /// Whose code runs at present, if it runs on such a queue.
  static var currentOwner: String? { currentLabel.map { _ in "\(DataManager.self)" } }

  /// Runs a block on the queue and returns what it returns.
  func run<Result: Sendable>(_ block: @Sendable () -> Result) async -> Result {
    await withTaskExecutorPreference(self) { block() }
  }

  /// Runs a block later.
  func async(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }

  /// Runs a stretch of an asynchronous function.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
