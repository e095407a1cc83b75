import Foundation
import HTTP
import Workbook

extension Page {
  static let cached = Page(
    "cached", "A screen opens twice over a store and a server"
  ) { transcript in
    try await readTwice(transcript) { remote, store in
      CachedNewsListRepository(newsListRemoteAPI: remote, newsListDataStore: store)
    }
  }

  static let cachedAsWritten = Page(
    "cached-as-written", "The same two visits, with the document's repository"
  ) { transcript in
    try await readTwice(transcript) { remote, store in
      AsWrittenCachedNewsListRepository(newsListRemoteAPI: remote, newsListDataStore: store)
    }
  }

  /// Opens the screen twice, over one remote source and one store.
  @MainActor
  private static func readTwice(
    _ transcript: Transcript,
    over make: (any NewsListRemoteAPI, any NewsListDataStore) -> any NewsListRepository
  ) async throws {
    let folder = try ScratchFolder()
    let client = try transcript.client(of: .withNews())
    let remote = HTTPNewsListRemoteAPI(client: client).recorded(in: transcript, printing: true)
    let store = SQLiteNewsListDataStore(file: folder.url.appending(path: "news.sqlite"))
      .recorded(in: transcript, printing: true)
    let repository = make(remote, store).recorded(in: transcript)

    for _ in 1...2 {
      let viewModel = NewsListViewModel(newsListRepository: repository)
      await viewModel.load(in: transcript)
      transcript.line(viewModel.shown)
    }
    transcript.line("remote calls \(remote.calls.count)")
  }
}
