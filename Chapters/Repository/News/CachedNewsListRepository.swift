import Foundation

/// Returns the stored list or, if there is none, the server's list, which is then stored.
///
/// If a fetched list cannot be stored, it is returned together with the error. Concurrent readers
/// share one request. Requests do not overlap, so an older response never replaces a newer one.
final class CachedNewsListRepository: NewsListRepository {
  private let newsListRemoteAPI: any NewsListRemoteAPI
  private let newsListDataStore: any NewsListDataStore
  private let readings = SharedTask<NewsListReading>()
  private let requests = SharedTask<NewsListReading>()

  init(newsListRemoteAPI: any NewsListRemoteAPI, newsListDataStore: any NewsListDataStore) {
    self.newsListRemoteAPI = newsListRemoteAPI
    self.newsListDataStore = newsListDataStore
  }

  func readNewsList() async throws -> [News] {
    try await readNewsList(.storedFirst).news
  }

  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
    switch policy {
    case .storedFirst: try await readings.result { [self] in try await readStoredFirst() }
    case .reload: try await requests.result { [self] in try await request() }
    }
  }

  /// Returns when that many readers share the current read.
  func readers(_ count: Int) async { await readings.callers(count) }

  private func readStoredFirst() async throws -> NewsListReading {
    var problems: [any Error] = []
    do {
      if let stored = try await newsListDataStore.readNewsList() {
        return NewsListReading(news: stored)
      }
    } catch {
      // Treated like an empty store: the list is fetched and stored again.
      problems = [error]
    }
    let reading = try await requests.result { [self] in try await request() }
    return NewsListReading(news: reading.news, problems: problems + reading.problems)
  }

  private func request() async throws -> NewsListReading {
    let fetched: [News]
    do {
      fetched = try await newsListRemoteAPI.requestNewsList()
    } catch {
      return try await storedList(after: error)
    }
    do {
      try await newsListDataStore.save(fetched)
      return NewsListReading(news: fetched)
    } catch {
      return NewsListReading(news: fetched, problems: [error])
    }
  }

  private func storedList(after failure: any Error) async throws -> NewsListReading {
    let stored: [News]?
    do {
      stored = try await newsListDataStore.readNewsList()
    } catch {
      throw NothingToShow(problems: [failure, error])
    }
    guard let stored else { throw failure }
    return NewsListReading(news: stored, problems: [failure])
  }
}

/// Neither the server nor the store has a list; `problems` has the errors of both.
struct NothingToShow: BriefError {
  let problems: [any Error]

  var brief: String { problems.map(\.briefly).joined(separator: ", error: ") }

  var description: String { problems.map { "\($0)" }.joined(separator: "; and ") }
}
