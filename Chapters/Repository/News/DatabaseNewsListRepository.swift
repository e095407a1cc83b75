/// The list as it is stored; the network is never asked.
struct DatabaseNewsListRepository: NewsListRepository {
  let newsListDataStore: any NewsListDataStore

  func readNewsList() async throws -> [News] {
    try await newsListDataStore.readNewsList() ?? []
  }
}
