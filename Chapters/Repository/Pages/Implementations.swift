import Foundation
import Workbook

extension Page {
  static let remote = Page("remote", "The list from the server, behind a protocol") { transcript in
    let client = try transcript.client(of: .withNews())
    let remote = HTTPNewsListRemoteAPI(client: client).recorded(in: transcript, printing: true)
    await show(RemoteNewsListRepository(remoteDataSource: remote), transcript)
  }

  static let database = Page("database", "The list from an SQLite file") { transcript in
    let folder = try ScratchFolder()
    let store = SQLiteNewsListDataStore(file: folder.url.appending(path: "news.sqlite"))
    try await store.save(JSONDecoder().decode([News].self, from: Fixture.news))
    let logged = store.recorded(in: transcript, printing: true)
    await show(DatabaseNewsListRepository(newsListDataStore: logged), transcript)
  }

  static let fake = Page("fake", "A list for tests") { transcript in
    await show(FakeNewsListRepository(), transcript)
  }

  @MainActor
  static func show(_ repository: any NewsListRepository, _ transcript: Transcript) async {
    let viewModel = NewsListViewModel(newsListRepository: repository.recorded(in: transcript))
    await viewModel.load(in: transcript)
    transcript.line(viewModel.shown)
  }
}
