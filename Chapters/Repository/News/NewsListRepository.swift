/// A news item, identified by its id.
struct News: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  let title: String
}

/// A source of the list of news, independent of where the list comes from.
protocol NewsListRepository: Sendable {
  func readNewsList() async throws -> [News]

  /// The list, with the errors that occurred while reading it.
  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading
}

extension NewsListRepository {
  /// For a repository without a store, which ignores the policy.
  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
    NewsListReading(news: try await readNewsList())
  }
}

enum ReloadPolicy: Sendable {
  /// Uses the stored list; sends a request if no list was ever stored.
  case storedFirst
  /// Sends a request; uses the stored list if it fails.
  case reload
}

/// A list, and the errors that occurred while reading it.
struct NewsListReading: Sendable {
  let news: [News]
  /// The errors: a failed save, a failed request, unreadable stored data.
  var problems: [any Error] = []
}

/// The server's list, requested by each read.
struct RemoteNewsListRepository: NewsListRepository {
  let remoteDataSource: any NewsListRemoteAPI

  func readNewsList() async throws -> [News] {
    try await remoteDataSource.requestNewsList()
  }
}
