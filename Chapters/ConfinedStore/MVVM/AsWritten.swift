import Dispatch
import Foundation

/// The behaviour of the original, as minimal code that compiles. The document has no listing.
enum AsWritten {}

extension AsWritten {
  /// The original. It runs each block while it holds the condition's lock, and never waits on or
  /// signals the condition. A semaphore replaces the run loop, because Linux has no `CFRunLoop`.
  /// The busy wait for the run loop is omitted.
  final class DBRoot: @unchecked Sendable {
    // Unchecked because `blockQueue` is accessed only while `queueCondition` is locked.
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

extension AsWritten {
  /// Retains its controller, against the document's advice. The two form a retain cycle.
  @MainActor
  final class HighlightingBusiness: ArtistsBusiness {
    private let controller: ArtistsViewController

    init(for controller: ArtistsViewController) { self.controller = controller }

    func tapped(_ id: ArtistViewModel.ID) async { await controller.highlight(id) }
  }
}
