/// The document's listing, with only the changes that make it compile. It saves the empty list that
/// it read instead of the list that it fetched.
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
