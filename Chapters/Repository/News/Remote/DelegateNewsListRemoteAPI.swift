import Concurrency
import Foundation
import HTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same list over another network client: a session that tells a delegate of each piece.
///
/// It stands for any other networking library; nobody above the repository can tell.
struct DelegateNewsListRemoteAPI: NewsListRemoteAPI {
  private let address: URL
  private let configuration: URLSessionConfiguration

  /// Asks the server that the client asks, and the client never.
  init(insteadOf client: HTTPClient) {
    address = client.address
    configuration = client.sessionConfiguration
    // Nobody races this request against a clock; a server that is silent for so long is given up.
    configuration.timeoutIntervalForRequest = 30
  }

  /// - Throws: ``HTTPError``, or ``NewsListFormatError`` for an answer that is something else.
  func requestNewsList() async throws -> [News] {
    let url = address.appending(path: HTTPNewsListRemoteAPI.path)
    let (endings, ending) = AsyncStream.makeStream(of: Ending.self)
    let session = URLSession(
      configuration: configuration, delegate: Collector { ending.yield($0) }, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    session.dataTask(with: url).resume()
    for await result in endings {
      switch result {
      case .success(let answer): return try [News](answer: answer, from: url)
      case .failure(let reason): throw HTTPError(request: "GET \(url)", reason: reason)
      }
    }
    throw HTTPError(request: "GET \(url)", reason: .cancelled)
  }
}

/// How a request ended.
private enum Ending {
  case success(Data)
  case failure(HTTPError.Reason)
}

/// Puts the pieces of one answer together.
private final class Collector: NSObject, URLSessionDataDelegate, Sendable {
  private let pieces = Locked(Data())
  private let end: @Sendable (Ending) -> Void

  init(_ end: @escaping @Sendable (Ending) -> Void) { self.end = end }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    pieces.withLock { $0.append(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let status = (task.response as? HTTPURLResponse)?.statusCode
    if let error {
      end(.failure(HTTPError.Reason(error, hasBegun: status != nil)))
    } else if let status, !(200..<300).contains(status) {
      end(.failure(.status(status)))
    } else {
      end(.success(pieces.withLock { $0 }))
    }
  }
}
