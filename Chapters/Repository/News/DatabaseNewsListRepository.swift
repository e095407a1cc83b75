/// The stored list; no request is sent.
struct DatabaseNewsListRepository: NewsListRepository {
  let newsListDataStore: any NewsListDataStore

  func readNewsList() async throws -> [News] {
    try await newsListDataStore.readNewsList() ?? []
  }
}
