import Workbook

extension Page {
  static let fake = Page("fake", "Three news that a test can rely on") { transcript in
    let viewModel = NewsListViewModel(newsListRepository: FakeNewsListRepository())
    await viewModel.load()
    transcript.line(viewModel.shown)
  }
}
