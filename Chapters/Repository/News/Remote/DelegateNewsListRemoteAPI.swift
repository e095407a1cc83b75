import Concurrency
import Foundation
import HTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same list through a session that reports data to a delegate, which stands for any other
/// networking library.
struct DelegateNewsListRemoteAPI: NewsListRemoteAPI {
  private let client: HTTPClient

  /// Uses the client's server and limits, but not the client.
  init(insteadOf client: HTTPClient) { self.client = client }

  /// - Throws: ``HTTPError``, or ``NewsListFormatError`` if the response is not a list of news.
  func requestNewsList() async throws -> [News] {
    let url = client.address.appending(path: HTTPNewsListRemoteAPI.path)
    let ending = await withTimeLimit(client.timeout, client.clock) { [client] in
      let collector = Collector(limit: client.bodyLimit)
      let session = client.session(delegate: collector)
      defer { client.end(session) }
      session.dataTask(with: url).resume()
      return await collector.ending.valueUnlessCancelled ?? .failure(.cancelled)
    }
    switch ending ?? .failure(.timeout) {
    case .success(let answer): return try [News](answer: answer, from: url)
    case .failure(let reason): throw HTTPError(request: "GET \(url)", reason: reason)
    }
  }
}

private final class Collector: NSObject, URLSessionDataDelegate, Sendable {
  enum Outcome {
    case success(Data)
    case failure(HTTPError.Reason)
  }

  let ending = OneShot<Outcome>()
  private let limit: Int
  private let body = Locked(Data())

  init(limit: Int) { self.limit = limit }

  /// A challenge for credentials is not answered on Linux, so only this call reports the 401.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let status = (response as? HTTPURLResponse)?.statusCode, status >= 300 {
      ending.fulfill(.failure(.status(status)))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = body.withLock { body in
      guard data.count <= limit - body.count else { return true }
      body.append(data)
      return false
    }
    if isTooLarge { ending.fulfill(.failure(.tooLarge(limit: limit))) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let status = (task.response as? HTTPURLResponse)?.statusCode
    if let status, !(200..<300).contains(status) {
      ending.fulfill(.failure(.status(status)))
    } else if let error {
      ending.fulfill(.failure(HTTPError.Reason(error, hasBegun: status != nil)))
    } else {
      ending.fulfill(.success(body.withLock { $0 }))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    HTTPClient.offerNoCredentials(for: challenge, completionHandler)
  }
}
