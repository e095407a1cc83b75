/// A piece of news; two with the same id are the same one.
struct News: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  let title: String
}

/// A source of the list of news, whatever is behind it.
protocol NewsListRepository: Sendable {
  /// The list.
  func readNewsList() async throws -> [News]

  /// The list, and the problems despite which there is one.
  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading
}

extension NewsListRepository {
  /// For a repository that stores nothing: the policy makes no difference.
  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
    NewsListReading(news: try await readNewsList())
  }
}

/// Whether the stored list is fresh enough.
enum ReloadPolicy: Sendable {
  /// The stored list, if one was ever stored; otherwise a request.
  case storedFirst
  /// A request; the stored list if it fails.
  case reload
}

/// A list that can be shown, and the problems of reading it.
struct NewsListReading: Sendable {
  let news: [News]
  /// A save that failed, a source that did not answer, stored data that could not be read.
  var problems: [any Error] = []
}

/// The server's list, requested by each reading.
struct RemoteNewsListRepository: NewsListRepository {
  let remoteDataSource: any NewsListRemoteAPI

  func readNewsList() async throws -> [News] {
    try await remoteDataSource.requestNewsList()
  }
}
