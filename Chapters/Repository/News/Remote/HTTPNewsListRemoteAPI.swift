import Foundation
import HTTP

/// A remote source of the list.
protocol NewsListRemoteAPI: Sendable {
  func requestNewsList() async throws -> [News]
}

/// The list as JSON at `/news.json`, over `URLSession`.
struct HTTPNewsListRemoteAPI: NewsListRemoteAPI {
  static let path = "/news.json"

  let client: HTTPClient

  /// - Throws: ``HTTPError``, or ``NewsListFormatError`` if the response is not a list of news.
  func requestNewsList() async throws -> [News] {
    let response = try await client.get(Self.path)
    return try [News](answer: response.body, from: response.url)
  }
}

extension [News] {
  init(answer: Data, from url: URL) throws(NewsListFormatError) {
    do {
      self = try JSONDecoder().decode([News].self, from: answer)
    } catch {
      throw NewsListFormatError(url: url, reason: "\(error)")
    }
  }
}

/// The response of a server is not a list of news.
struct NewsListFormatError: BriefError {
  let url: URL
  let reason: String

  var brief: String { "not a news list" }

  var description: String {
    "\(url): not a news list (\(reason)); check the address, or add a repository for its format"
  }
}
