import Workbook

/// The program's name space, because `Repository` alone is the protocol that the chapter teaches.
enum Program {
  @main
  enum Repository: Chapter {
    static let title = "Repositories: one place to ask for data, wherever it comes from"
    static let pages = Page.news + Page.moments
    static let children = [ChildRole.momentsFirstLaunch]
    static let options = [ChapterOption.server]
  }
}
