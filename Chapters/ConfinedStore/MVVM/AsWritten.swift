import Dispatch
import Foundation

/// The document's listings, with only what they need to compile.
enum AsWritten {}

extension AsWritten {
  /// The original, which runs each block while it holds the condition's lock, and never waits on
  /// the condition or signals it.
  ///
  /// A semaphore replaces the run loop that runs one turn per block, since Linux has no
  /// `CFRunLoop`; the busy waiting until that run loop exists is left out.
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
  /// Retains its controller, against the document's advice: the controller retains it too, and
  /// neither is released.
  @MainActor
  final class HighlightingBusiness: ArtistsBusiness {
    private let controller: ArtistsViewController

    init(for controller: ArtistsViewController) { self.controller = controller }

    func tapped(_ id: ArtistViewModel.ID) async { await controller.highlight(id) }
  }
}
