/// Tells of each call that arrives at a remote source, and counts them.
struct RecordedNewsListRemoteAPI: NewsListRemoteAPI {
  let calls = Calls()
  let remote: any NewsListRemoteAPI
  let line: @Sendable (String) -> Void

  /// The line is `remote.requestNewsList -> 2`, after the answer.
  init(_ remote: any NewsListRemoteAPI, line: @escaping @Sendable (String) -> Void = { _ in }) {
    self.remote = remote
    self.line = line
  }

  func requestNewsList() async throws -> [News] {
    calls.add()
    let news = try await remote.requestNewsList()
    line("remote.requestNewsList -> \(news.count)")
    return news
  }
}
