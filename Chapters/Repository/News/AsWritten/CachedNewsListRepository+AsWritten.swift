/// The document's listing, with only the changes that make it compile: it saves the list that it read,
/// which is empty, and not the one that it fetched.
struct AsWrittenCachedNewsListRepository: NewsListRepository {
  let newsListRemoteAPI: any NewsListRemoteAPI
  let newsListDataStore: any NewsListDataStore

  func readNewsList() async throws -> [News] {
    var newsList = try await newsListDataStore.readNewsList() ?? []
    if newsList.count == 0 {
      let news = try await newsListRemoteAPI.requestNewsList()
      try await newsListDataStore.save(newsList)
      newsList = news
    }
    return newsList
  }
}
