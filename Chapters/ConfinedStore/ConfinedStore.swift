import Concurrency
import ThreadConfinement
import Workbook

/// A namespace for the program, because `ConfinedStore` is the store that the chapter teaches.
enum Program {
  @main
  enum ConfinedStore: Chapter {
    static let title = "A store for one thread, and an app of many threads around it"

    static let pages: [Page] = Page.mvvm + Page.store

    static var threadName: String? {
      CurrentThread.name ?? DataManagerQueue.currentLabel ?? ThreadPool.currentName
    }

    static let children: [ChildRole] = [.relaunch, .taskInTask, .wrongQueue, .wrongThread]
  }
}

extension Page {
  /// The pages about the app around the store, in order.
  static let mvvm: [Page] = [
    .firstEntry, .refresh, .wrongThread, .lazyCollection, .orderedTasks, .taskInTask, .leaving,
    .whatIsStored, .merge, .bindData, .lastWork, .businessCycle,
  ]
}

extension Page {
  /// The pages about the store itself, in order.
  static let store: [Page] = [
    .mainThread, .transactions, .versions, .notifications, .frozen, .references, .asyncWrites,
  ]
}
