/// Tells of each call that arrives at a store.
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
