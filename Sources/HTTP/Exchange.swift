internal import Concurrency
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The result of one request.
enum ExchangeResult: Sendable {
  case response(HTTPResponse)
  case failure(HTTPError.Reason)
}

/// Reads one response: `interim* head piece* end`, each of which may decide the result.
struct ResponseReader {
  private let bodyLimit: Int
  private var head: HTTPURLResponse?
  private var body = Data()

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  /// - Returns: The result, if the status and headers decide it.
  mutating func receive(_ response: URLResponse) -> ExchangeResult? {
    guard let response = response as? HTTPURLResponse else { return .failure(.notHTTP) }
    // Linux also reports interim responses, such as 103, before the final one.
    guard response.statusCode >= 200 else { return nil }
    head = response
    guard response.statusCode < 300 else { return .failure(.status(response.statusCode)) }
    return response.expectedContentLength > bodyLimit ? .failure(.tooLarge(limit: bodyLimit)) : nil
  }

  /// - Returns: The result, if the body exceeds its limit.
  mutating func receive(_ piece: Data) -> ExchangeResult? {
    guard piece.count <= bodyLimit - body.count else {
      return .failure(.tooLarge(limit: bodyLimit))
    }
    body.append(piece)
    return nil
  }

  /// On Linux the response of a redirect is reported only here.
  func end(_ response: URLResponse?, _ error: (any Error)?) -> ExchangeResult {
    if let error { return .failure(HTTPError.Reason(error, hasBegun: head != nil)) }
    guard let head = head ?? response as? HTTPURLResponse, let url = head.url else {
      return .failure(.notHTTP)
    }
    guard (200..<300).contains(head.statusCode) else { return .failure(.status(head.statusCode)) }
    return .response(HTTPResponse(status: head.statusCode, body: body, url: url))
  }
}

/// A data task and its result, which is set once: by the response or a caller that stops waiting.
final class Exchange: Sendable {
  /// Nil once the result is set, so that data that arrives later is dropped.
  private let reader: Locked<ResponseReader?>
  private let result = OneShot<ExchangeResult>()

  init(bodyLimit: Int) { reader = Locked(ResponseReader(bodyLimit: bodyLimit)) }

  /// The result; ``HTTPError/Reason/cancelled`` as soon as the waiting task is cancelled.
  func value() async -> ExchangeResult {
    if let result = await result.valueUnlessCancelled { return result }
    _ = read { $0.map { _ in .failure(.cancelled) } }
    return await result.value
  }

  /// Reads a part of the response, unless the result is already set.
  ///
  /// - Returns: Whether this part set the result.
  func read(_ part: (inout ResponseReader?) -> ExchangeResult?) -> Bool {
    let value = reader.withLock { reader in
      let value = part(&reader)
      if value != nil { reader = nil }
      return value
    }
    if let value { result.fulfill(value) }
    return value != nil
  }
}

/// Passes each event of a session to the exchange of its task.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Locked<[Int: Exchange]>([:])
  private let cancelsTasks: Bool
  /// A separate queue, because blocking a thread of a global queue takes it from Swift's pool.
  private let cancellations = DispatchQueue(label: "HTTPClient.cancellations")

  /// Do not cancel an in-process server's tasks: their responses end without, and Foundation for
  /// Linux crashes if a task is cancelled while another thread delivers its response's end.
  init(cancelsTasks: Bool) { self.cancelsTasks = cancelsTasks }

  /// Adds an exchange before its task is resumed; it is removed when the task ends.
  func add(_ exchange: Exchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  /// Cancels a task on another thread, unless this delegate cancels no tasks. On Linux `cancel()`
  /// blocks until libcurl has read all data that has arrived.
  func cancel(_ task: URLSessionTask) {
    if cancelsTasks { cancellations.async { task.cancel() } }
  }

  /// Sets the result before it cancels the task, so that the cancellation cannot become the result.
  private func read(_ task: URLSessionTask, _ part: (inout ResponseReader?) -> ExchangeResult?) {
    guard let exchange = exchanges.withLock({ $0[task.taskIdentifier] }) else { return }
    if exchange.read(part) { cancel(task) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    read(dataTask) { $0?.receive(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    read(dataTask) { $0?.receive(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    _ = exchange?.read { $0?.end(task.response, error) }
  }

  /// Follows no redirect.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    #if os(Linux)
      // Foundation crashes if a cancelled task's completion handler is called. This method runs on
      // the task's own queue, so the task cannot be cancelled between this line and the next.
      guard task.state == .running else { return }
    #endif
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    HTTPClient.offerNoCredentials(for: challenge, completionHandler)
  }
}

#if os(Linux)
  /// Runs each delegate call of a session on the thread that reports it.
  ///
  /// So a body is read only as fast as it is processed, whereas Foundation's own queue grows
  /// without limit. Foundation reports socket events on one serial queue, so they stay in order; a
  /// `URLProtocol` may not.
  final class DirectOperationQueue: OperationQueue, @unchecked Sendable {
    // Unchecked because the superclass is; this class adds no state.
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
