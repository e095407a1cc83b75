import Workbook

/// A namespace for the program, because `Repository` is the protocol that the chapter teaches.
enum Program {
  @main
  enum Repository: Chapter {
    static let title = "Repositories: one place to ask for data, wherever it comes from"
    static let pages = Page.news + Page.moments
    static let children = [ChildRole.momentsFirstLaunch]
    static let options = [ChapterOption.server]
  }
}

extension Page {
  static let news: [Page] = [
    .asking, .noRepository, .sources, .remote, .database, .fake, .injection, .stored, .cached,
    .cachedAsWritten, .swapTheStore, .shared, .reload, .failures, .backendChange,
    .genericRepository,
  ]
}

extension Page {
  static let moments: [Page] = [
    .momentsFirstLoad, .momentsLike, .momentsCold, .momentsRelaunch, .momentsOneKey,
    .momentsSwapTheStore, .momentsFailedCall, .momentsCorrupt, .momentsStoreEnds,
    .momentsLateAnswer,
  ]
}
