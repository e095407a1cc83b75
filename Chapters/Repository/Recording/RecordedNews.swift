import Concurrency

/// Counts calls on any thread.
final class CallCounter: Sendable {
  private let number = Locked(0)

  /// How often ``add()`` was called.
  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}

/// Logs each call of a store.
struct RecordedNewsListDataStore: NewsListDataStore {
  let store: any NewsListDataStore
  let line: @Sendable (String) -> Void

  /// The lines are `store.readNewsList -> 2` and `store.save 2`, after it was done.
  init(_ store: any NewsListDataStore, line: @escaping @Sendable (String) -> Void) {
    self.store = store
    self.line = line
  }

  func readNewsList() async throws -> [News]? {
    let news = try await store.readNewsList()
    line("store.readNewsList -> \(news?.count ?? 0)")
    return news
  }

  func save(_ newsList: [News]) async throws {
    try await store.save(newsList)
    line("store.save \(newsList.count)")
  }
}

/// Logs each call of a remote source, and counts them.
struct RecordedNewsListRemoteAPI: NewsListRemoteAPI {
  let calls = CallCounter()
  let remote: any NewsListRemoteAPI
  let line: @Sendable (String) -> Void

  /// The line is `remote.requestNewsList -> 2`, after the answer.
  init(_ remote: any NewsListRemoteAPI, line: @escaping @Sendable (String) -> Void = { _ in }) {
    self.remote = remote
    self.line = line
  }

  func requestNewsList() async throws -> [News] {
    calls.add()
    let news = try await remote.requestNewsList()
    line("remote.requestNewsList -> \(news.count)")
    return news
  }
}
