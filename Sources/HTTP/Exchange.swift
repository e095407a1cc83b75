internal import Concurrency
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The result of one request to one address, before redirects are followed.
enum ExchangeResult: Sendable {
  case response(HTTPResponse)
  /// The server named another address, still as text.
  case redirect(status: Int, location: String)
  case failure(HTTPError.Reason)
}

/// The rules of one answer: `interim* head piece* end`, each of which may decide the result.
struct AnswerReader {
  private let bodyLimit: Int
  private var head: HTTPURLResponse?
  private var body = Data()

  /// - Parameter bodyLimit: how many bytes of body are kept before the answer is given up.
  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  /// - Returns: the result, if status and headers are enough to know it.
  mutating func receive(_ response: URLResponse) -> ExchangeResult? {
    guard let response = response as? HTTPURLResponse else { return .failure(.notHTTP) }
    // Linux also reports interim responses, such as 103, before the final one.
    guard response.statusCode >= 200 else { return nil }
    head = response
    guard (200..<300).contains(response.statusCode) else { return Self.refusal(response) }
    return response.expectedContentLength > bodyLimit ? .failure(.tooLarge(limit: bodyLimit)) : nil
  }

  /// - Returns: the result, if the body is larger than it may be.
  mutating func receive(_ piece: Data) -> ExchangeResult? {
    guard piece.count <= bodyLimit - body.count else {
      body = Data()
      return .failure(.tooLarge(limit: bodyLimit))
    }
    body.append(piece)
    return nil
  }

  /// - Parameters:
  ///   - response: what the task has when it ends; on Linux a redirect without an address arrives
  ///     only here.
  ///   - error: the error with which the task ended.
  /// - Returns: the result.
  mutating func end(_ response: URLResponse?, _ error: (any Error)?) -> ExchangeResult {
    if let error { return .failure(HTTPError.Reason(error, hasBegun: head != nil)) }
    guard let head = head ?? response as? HTTPURLResponse, let url = head.url else {
      return .failure(.notHTTP)
    }
    guard (200..<300).contains(head.statusCode) else { return Self.refusal(head) }
    return .response(HTTPResponse(status: head.statusCode, body: body, url: url))
  }

  /// Releases what has arrived.
  ///
  /// - Returns: the result.
  mutating func cancel() -> ExchangeResult {
    body = Data()
    return .failure(.cancelled)
  }

  private static func refusal(_ response: HTTPURLResponse) -> ExchangeResult {
    let status = response.statusCode
    guard [301, 302, 303, 307, 308].contains(status),
      let location = response.value(forHTTPHeaderField: "Location"), !location.isEmpty
    else { return .failure(.status(status)) }
    return .redirect(status: status, location: location)
  }
}

/// One data task and its result, which is set once: by the answer, or by a caller that stops waiting.
final class Exchange: Sendable {
  private struct State {
    var reader: AnswerReader
    var isOver = false
  }

  private let state: Locked<State>
  private let result = OneShot<ExchangeResult>()

  init(bodyLimit: Int) { state = Locked(State(reader: AnswerReader(bodyLimit: bodyLimit))) }

  /// The result; ``HTTPError/Reason/cancelled`` as soon as the waiting task is cancelled. What arrives
  /// after that is dropped.
  func value() async -> ExchangeResult {
    if let result = await result.valueUnlessCancelled { return result }
    _ = read { $0.cancel() }
    return await result.value
  }

  /// Reads a part of the answer, unless the result is set.
  ///
  /// - Returns: whether this part has set the result.
  func read(_ part: (inout AnswerReader) -> ExchangeResult?) -> Bool {
    let value = state.withLock { state -> ExchangeResult? in
      guard !state.isOver, let value = part(&state.reader) else { return nil }
      state.isOver = true
      return value
    }
    if let value { result.fulfill(value) }
    return value != nil
  }
}

/// Passes the events of a session to the exchanges whose tasks they are about.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Locked<[Int: Exchange]>([:])
  private let cancelsTasks: Bool
  /// A queue of its own, because a blocked thread of a global queue is missing from Swift's pool.
  private let cancellations = DispatchQueue(label: "HTTPClient.cancellations")

  /// - Parameter cancelsTasks: whether a task ends as soon as its result is not needed any more. False for
  ///   a server inside the process: Foundation for Linux ends the process if a task is cancelled while
  ///   another thread passes on the end of its answer, and such an answer ends by itself.
  init(cancelsTasks: Bool) { self.cancelsTasks = cancelsTasks }

  /// Adds an exchange before its task is resumed; it is removed when the task ends.
  func add(_ exchange: Exchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  /// Cancels a task, if tasks are cancelled, and returns at once: on Linux `cancel()` waits until
  /// libcurl has read everything that has arrived.
  func cancel(_ task: URLSessionTask) {
    if cancelsTasks { cancellations.async { task.cancel() } }
  }

  /// The result is set before the task is cancelled, so that the cancellation cannot become it.
  private func read(
    _ task: URLSessionTask, _ part: (inout AnswerReader) -> ExchangeResult?
  ) {
    guard let exchange = exchanges.withLock({ $0[task.taskIdentifier] }) else { return }
    if exchange.read(part) { cancel(task) }
  }

  // MARK: Events

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    read(dataTask) { $0.receive(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    read(dataTask) { $0.receive(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    _ = exchange?.read { $0.end(task.response, error) }
  }

  /// Follows no redirect: the client does, by the same rules on every system.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    #if os(Linux)
      // Foundation ends the process when a cancelled task is answered. This runs on the task's own
      // queue, so the task cannot be cancelled between this line and the next.
      guard task.state == .running else { return }
    #endif
    completionHandler(nil)
  }

  /// Offers no credentials, so that the answer to a request without any is the server's 401.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if os(Linux)
      // The 401 has been read already. Rejecting would cancel the task on its own queue, which traps.
    #else
      let isAboutTheServer =
        challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
      completionHandler(isAboutTheServer ? .performDefaultHandling : .rejectProtectionSpace, nil)
    #endif
  }
}

#if os(Linux)
  /// Runs the events of a session on the thread that reports them.
  ///
  /// A body is then read as fast as it arrives and no faster. Foundation's own queue grows for as long
  /// as a server sends: gigabytes, if it sends without end. Foundation reports what comes from a socket
  /// on one serial queue, so the events stay in order; it is not for a session whose `URLProtocol`
  /// answers on other threads.
  final class DirectOperationQueue: OperationQueue, @unchecked Sendable {
    // Unchecked because its superclass is; it adds no state.
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
