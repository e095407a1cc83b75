import Workbook

extension Page {
  static let fake = Page("fake", "A list for tests") { transcript in
    let repository = FakeNewsListRepository().recorded(in: transcript)
    let viewModel = NewsListViewModel(newsListRepository: repository).recorded(in: transcript)
    await viewModel.load()
    transcript.line(viewModel.shown)
  }
}
