/// The stored list if there is one, else the server's, which is then stored.
///
/// A list that was fetched is never lost: if it cannot be stored it is returned all the same, and the
/// failure beside it. Any number of readers at once cost one request.
final class CachedNewsListRepository: NewsListRepository {
  private let newsListRemoteAPI: any NewsListRemoteAPI
  private let newsListDataStore: any NewsListDataStore
  private let requests = SharedRequests<NewsListReading>()

  init(newsListRemoteAPI: any NewsListRemoteAPI, newsListDataStore: any NewsListDataStore) {
    self.newsListRemoteAPI = newsListRemoteAPI
    self.newsListDataStore = newsListDataStore
  }

  func readNewsList() async throws -> [News] {
    try await readNewsList(.storedFirst).news
  }

  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
    if policy == .storedFirst, let stored = storedList().news {
      return NewsListReading(news: stored)
    }
    return try await requests.share(isFresh: policy == .reload) { [self] in
      try await fetch(policy)
    }
  }

  /// One request at a time comes here, so that an older answer never replaces a newer one.
  private func fetch(_ policy: ReloadPolicy) async throws -> NewsListReading {
    // Somebody else may have filled the store since this reader looked.
    let stored = storedList()
    if policy == .storedFirst, let news = stored.news { return NewsListReading(news: news) }
    let fetched: [News]
    do {
      fetched = try await newsListRemoteAPI.requestNewsList()
    } catch {
      guard let news = stored.news else { throw error }
      return NewsListReading(news: news, problems: [error])
    }
    do {
      try newsListDataStore.save(fetched)
    } catch {
      return NewsListReading(news: fetched, problems: stored.problems + [error])
    }
    return NewsListReading(news: fetched, problems: stored.problems)
  }

  /// What is stored; a store that cannot be read is as good as one that was never filled, and the
  /// reason is told.
  private func storedList() -> (news: [News]?, problems: [any Error]) {
    do { return (try newsListDataStore.readNewsList(), []) } catch { return (nil, [error]) }
  }
}
