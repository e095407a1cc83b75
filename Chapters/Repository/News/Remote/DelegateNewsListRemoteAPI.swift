import Concurrency
import Foundation
import HTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same list over another network client: a session that reports each piece to a delegate.
///
/// It stands for any other networking library; no code above the repository can tell the difference.
struct DelegateNewsListRemoteAPI: NewsListRemoteAPI {
  private let client: HTTPClient

  /// Requests the list from the client's server, with its limits and without the client.
  init(insteadOf client: HTTPClient) { self.client = client }

  /// - Throws: ``HTTPError``, or ``NewsListFormatError`` for an answer that is something else.
  func requestNewsList() async throws -> [News] {
    let url = client.address.appending(path: HTTPNewsListRemoteAPI.path)
    let (configuration, limit) = (client.sessionConfiguration, client.bodyLimit)
    let ending = await withTimeLimit(client.timeout) {
      let collector = Collector(limit: limit)
      let session = URLSession(
        configuration: configuration, delegate: collector, delegateQueue: nil)
      defer { session.invalidateAndCancel() }
      session.dataTask(with: url).resume()
      return await collector.ending.valueUnlessCancelled ?? .failure(.cancelled)
    }
    switch ending ?? .failure(.timeout) {
    case .success(let answer): return try [News](answer: answer, from: url)
    case .failure(let reason): throw HTTPError(request: "GET \(url)", reason: reason)
    }
  }
}

/// Puts the pieces of one answer together.
private final class Collector: NSObject, URLSessionDataDelegate, Sendable {
  /// How a request ended.
  enum Ending {
    case success(Data)
    case failure(HTTPError.Reason)
  }

  let ending = OneShot<Ending>()
  private let limit: Int
  private let body = Locked(Data())

  /// - Parameter limit: how many bytes an answer may have.
  init(limit: Int) { self.limit = limit }

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

  /// Offers no credentials: without this, Linux waits for some until the time is up.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Darwin)
      if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
        return completionHandler(.performDefaultHandling, nil)
      }
    #endif
    completionHandler(.rejectProtectionSpace, nil)
  }
}
