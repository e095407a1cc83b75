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
  /// The pages about the news list.
  static let news: [Page] = [
    .noRepository, .remote, .database, .fake, .cached, .cachedAsWritten, .injection, .swapTheStore,
    .backendChange, .genericRepository, .failures, .reload,
  ]
}

extension Page {
  /// The pages about Moments.
  static let moments: [Page] = [
    .momentsFirstLoad, .momentsRelaunch, .momentsLike, .momentsFailedCall, .momentsCold,
    .momentsSwapTheStore,
    .momentsOneKey, .momentsCorrupt, .momentsStoreEnds, .momentsLateAnswer,
  ]
}
