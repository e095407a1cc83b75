import Workbook

/// The program's name space, because `ConfinedStore` alone is the store that the chapter teaches.
enum Program {
  @main
  enum ConfinedStore: Chapter {
    static let title = "A store for one thread, and an app of many threads around it"

    static let pages: [Page] = Page.mvvm + Page.store

    static let children: [ChildRole] = [.relaunch, .taskInTask, .wrongQueue, .wrongThread]
  }
}
