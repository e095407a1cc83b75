import Concurrency

/// Counts calls on any thread.
final class CallCounter: Sendable {
  private let number = Locked(0)

  /// The number of calls of ``add()``.
  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}

/// Logs each call of a store.
struct RecordedNewsListDataStore: NewsListDataStore {
  let store: any NewsListDataStore
  let line: @Sendable (String) -> Void

  /// Creates a store that logs `store.readNewsList -> 2` and `store.save 2` after each call.
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

/// Logs and counts the calls of a remote source.
struct RecordedNewsListRemoteAPI: NewsListRemoteAPI {
  let calls = CallCounter()
  let remote: any NewsListRemoteAPI
  let line: @Sendable (String) -> Void

  /// Creates a source that logs `remote.requestNewsList -> 2` after each response.
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
