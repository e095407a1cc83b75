import Foundation
import HTTP
import Workbook

extension Page {
  static let cached = Page(
    "cached", "The stored list first, and the server only once"
  ) { transcript in
    try await readTwice(transcript) { remote, store in
      CachedNewsListRepository(newsListRemoteAPI: remote, newsListDataStore: store)
    }
  }

  static let cachedAsWritten = Page(
    "cached-as-written", "The listing saves the wrong list, and asks each time"
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
    let remote = HTTPNewsListRemoteAPI(client: client).logged(in: transcript)
    let store = SQLiteNewsListDataStore(file: folder.url.appending(path: "news.sqlite"))
      .logged(in: transcript)
    let repository = make(remote, store).recorded(in: transcript)

    for _ in 1...2 {
      let viewModel = NewsListViewModel(newsListRepository: repository).recorded(in: transcript)
      await viewModel.load()
      transcript.line(viewModel.shown)
    }
    transcript.line("remote calls \(remote.calls.count)")
  }
}
