import Workbook

extension Page {
  static let fake = Page("fake", "Three news items that a test can rely on") { transcript in
    let repository = FakeNewsListRepository().recorded(in: transcript)
    let viewModel = NewsListViewModel(newsListRepository: repository).recorded(in: transcript)
    await viewModel.load()
    transcript.line(viewModel.shown)
  }
}
