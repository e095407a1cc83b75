/// Where the list of news comes from, and nothing about how.
protocol NewsListRepository: Sendable {
  /// The list, from wherever the repository has it.
  func readNewsList() async throws -> [News]

  /// The list, and what went wrong although there is one.
  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading
}

extension NewsListRepository {
  /// For a repository that keeps nothing: each reading is as fresh as any.
  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
    NewsListReading(news: try await readNewsList())
  }
}

/// Whether what is stored is good enough.
enum ReloadPolicy: Sendable {
  /// What is stored, if anything was ever stored; else the source is asked.
  case storedFirst
  /// The source is asked; what is stored is the way out when it fails.
  case reload
}

/// A list that can be shown, and what went wrong beside it.
struct NewsListReading: Sendable {
  let news: [News]
  /// A save that failed, a source that did not answer, stored data that could not be read.
  var problems: [any Error] = []
}
