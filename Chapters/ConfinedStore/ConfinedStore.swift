import Concurrency
import ThreadConfinement
import Workbook

/// A namespace for the program, because `ConfinedStore` is the store that the chapter teaches.
enum Program {
  @main
  enum ConfinedStore: Chapter {
    static let title = "A store for one thread, and an app of many threads around it"

    static let pages: [Page] = Page.app + Page.inside

    static var threadName: String? {
      StoreThread.name ?? DataManagerQueue.currentLabel ?? ThreadPool.currentName
    }

    static let children: [ChildRole] = [.relaunch, .taskInTask, .wrongQueue, .wrongThread]
  }
}

extension Page {
  /// The pages of Docs/ConfinedStore.md, in order.
  static let app: [Page] = [
    .wrongThread, .lazyCollection, .mainThread, .orderedTasks, .taskInTask, .leaving,
    .whatIsStored, .merge, .firstEntry, .refresh, .lastWork, .bindData, .businessCycle,
  ]

  /// The pages of Docs/ConfinedStore-inside.md, in order.
  static let inside: [Page] = [
    .liveArtist, .transactions, .pinnedTable, .versions, .observedTable, .notifications, .frozen,
    .ticket, .references, .asyncWrites,
  ]
}
