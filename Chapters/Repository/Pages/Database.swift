import Foundation
import Workbook

extension Page {
  static let database = Page(
    "database", "The list from an SQLite file"
  ) { transcript in
    let folder = try ScratchFolder()
    let store = SQLiteNewsListDataStore(file: folder.url.appending(path: "news.sqlite"))
    try await store.save(JSONDecoder().decode([News].self, from: Fixture.news))
    let repository = DatabaseNewsListRepository(newsListDataStore: store.logged(in: transcript))
      .recorded(in: transcript)

    let viewModel = NewsListViewModel(newsListRepository: repository).recorded(in: transcript)
    await viewModel.load()
    transcript.line(viewModel.shown)
  }
}
