import Foundation
import HTTP

/// A source of the list on a network.
protocol NewsListRemoteAPI: Sendable {
  /// Requests the list.
  ///
  /// - Throws: why there is no list.
  func requestNewsList() async throws -> [News]
}

/// The list as JSON at `/news.json`, over `URLSession`.
struct HTTPNewsListRemoteAPI: NewsListRemoteAPI {
  /// Where the list is, below the server's address.
  static let path = "/news.json"

  let client: HTTPClient

  /// - Throws: ``HTTPError``, or ``NewsListFormatError`` for an answer that is something else.
  func requestNewsList() async throws -> [News] {
    let response = try await client.get(Self.path)
    return try [News](answer: response.body, from: response.url)
  }
}

extension [News] {
  /// Decodes what a server sent.
  ///
  /// - Throws: ``NewsListFormatError`` when it is not a list of news.
  init(answer: Data, from url: URL) throws(NewsListFormatError) {
    do {
      self = try JSONDecoder().decode([News].self, from: answer)
    } catch {
      throw NewsListFormatError(url: url, reason: "\(error)")
    }
  }
}

/// A server answered, and not with a list of news.
struct NewsListFormatError: BriefError {
  let url: URL
  /// In the decoder's words.
  let reason: String

  var brief: String { "not a news list" }

  var description: String {
    "\(url): not a news list (\(reason)); check the address, or add a repository for its format"
  }
}
