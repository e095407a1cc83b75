import Foundation
import HTTP
import Locking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same list over another network client: a session that tells a delegate of each piece.
///
/// It stands for any other networking library; nobody above the repository can tell.
struct DelegateNewsListRemoteAPI: NewsListRemoteAPI {
  let address: URL
  let configuration: URLSessionConfiguration

  /// - Throws: what the session ended with, or ``NewsListFormatError``.
  func requestNewsList() async throws -> [News] {
    let url = address.appending(path: HTTPNewsListRemoteAPI.path)
    let (endings, ending) = AsyncStream.makeStream(of: Result<Data, any Error>.self)
    let session = URLSession(
      configuration: configuration, delegate: Collector { ending.yield($0) }, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    session.dataTask(with: url).resume()
    for await result in endings { return try [News](answer: result.get(), from: url) }
    throw CancellationError()
  }
}

/// Puts the pieces of one answer together.
private final class Collector: NSObject, URLSessionDataDelegate, Sendable {
  private let pieces = Locked(Data())
  private let end: @Sendable (Result<Data, any Error>) -> Void

  init(_ end: @escaping @Sendable (Result<Data, any Error>) -> Void) { self.end = end }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    pieces.withLock { $0.append(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let all = pieces.withLock { $0 }
    end(error.map { .failure($0) } ?? .success(all))
  }
}
