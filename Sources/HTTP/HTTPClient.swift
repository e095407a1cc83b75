internal import Concurrency
internal import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests to one server over `URLSession`, within a time limit and a size limit.
///
/// Both limits also apply while a response arrives: a request that exceeds one fails and is
/// cancelled, and at most ``bodyLimit`` bytes are kept. The client measures time with its own
/// clock, because Linux does not enforce `timeoutIntervalForResource` and so that a test can
/// control the time.
///
/// Up to twenty redirects to `http` or `https` addresses are followed. 307 and 308 repeat the
/// request with its method and body; 303 continues with `GET`, and so do 301 and 302 after a
/// `POST`.
///
/// All members can be used from any thread. Releasing the client ends its session.
///
/// Foundation for Linux (Swift 6.3) ends the process while it parses some broken headers, before it
/// calls the client: a connection closed inside the headers, a trailer after a chunked body, a
/// `Content-Length` of 2⁶³ − 1 bytes, a redirect to an IPv6 address without a scheme. Send requests
/// only to servers that you trust to speak HTTP, or from a process that may crash. A header without
/// a blank after its colon fails as ``HTTPError/Reason/notHTTP``. Only the time limit bounds the body
/// of a redirect.
public final class HTTPClient: Sendable {
  /// The address to which the paths of requests are relative.
  public let address: URL
  /// How long a request may take, including redirects and the body.
  public let timeout: Duration
  /// The maximum number of bytes in the body of a response; by default 16 MB.
  public let bodyLimit: Int

  /// The clock that measures ``timeout``.
  public let clock: any Clock<Duration>
  private let delegate: ExchangeDelegate
  private let session: URLSession
  /// Keeps an in-process server alive as long as requests can be sent to it.
  private let server: InProcessServer?
  private let sent = Locked(0)

  /// Creates a client of a server on the network, such as `http://127.0.0.1:8000`.
  public convenience init(
    address: URL, timeout: Duration = .seconds(30), bodyLimit: Int = 16 << 20,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(address, server: nil, timeout, bodyLimit, clock)
  }

  /// Creates a client of an in-process server, over `URLSession` with a custom `URLProtocol`. The
  /// default timeout is a day, so that a slow machine does not change what a program prints.
  public convenience init(
    server: InProcessServer, timeout: Duration = .seconds(86_400),
    bodyLimit: Int = 16 << 20, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(server.address, server: server, timeout, bodyLimit, clock)
  }

  private init(
    _ address: URL, server: InProcessServer?, _ timeout: Duration, _ bodyLimit: Int,
    _ clock: any Clock<Duration>
  ) {
    self.address = address
    self.timeout = timeout
    self.bodyLimit = bodyLimit
    self.clock = clock
    self.server = server
    delegate = ExchangeDelegate(cancelsTasks: server == nil)
    session = Self.session(delegate, isInProcess: server != nil)
  }

  private static func session(
    _ delegate: any URLSessionDataDelegate, isInProcess: Bool
  ) -> URLSession {
    #if os(Linux)
      let queue = isInProcess ? nil : DirectOperationQueue()
    #else
      let queue: OperationQueue? = nil
    #endif
    return URLSession(
      configuration: isInProcess ? .inProcess : .isolated, delegate: delegate,
      delegateQueue: queue)
  }

  /// The number of requests sent so far. A redirected request counts once.
  public var requestCount: Int { sent.withLock { $0 } }

  /// Creates another session to the same server, with a delegate. End it with ``end(_:)``.
  public func session(delegate: any URLSessionDataDelegate) -> URLSession {
    Self.session(delegate, isInProcess: server != nil)
  }

  /// Ends a session created by ``session(delegate:)``, and cancels its tasks unless the server is in
  /// this process; see ``ExchangeDelegate``. Returns at once.
  public func end(_ session: URLSession) {
    guard server == nil else { return session.finishTasksAndInvalidate() }
    DispatchQueue(label: "HTTPClient.end").async { session.invalidateAndCancel() }
  }

  /// Rejects a challenge for credentials in a session's delegate, so that the response is the
  /// server's 401.
  public static func offerNoCredentials(
    for challenge: URLAuthenticationChallenge,
    _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // On Linux the 401 has already been read. Rejecting the challenge would cancel the task on its
    // own queue, which traps.
    #if canImport(Darwin)
      let isAboutTheServer =
        challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
      completionHandler(isAboutTheServer ? .performDefaultHandling : .rejectProtectionSpace, nil)
    #endif
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request and waits for the complete response.
  ///
  /// - Throws: ``HTTPError``, including for a status outside 200 to 299.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let urlRequest = URLRequest(request, below: address)
    let result = await withTimeLimit(timeout, clock) {
      await self.loadFollowingRedirects(urlRequest)
    }
    let reason: HTTPError.Reason
    switch result ?? .failure(.timeout) {
    case .response(let response): return response
    case .redirect(_, let location): reason = .redirectRefused(location: location)
    case .failure(let failure): reason = failure
    }
    let url = urlRequest.url ?? address
    throw HTTPError(request: "\(request.method.rawValue) \(url)", reason: reason)
  }

  /// Sends a `GET` request for a path.
  ///
  /// - Throws: ``HTTPError``, including for a status outside 200 to 299.
  public func get(
    _ path: String, query: [URLQueryItem] = []
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(HTTPRequest(.get, path, query: query))
  }

  /// - Returns: The last result; a redirect if it cannot be followed.
  private func loadFollowingRedirects(_ request: URLRequest) async -> ExchangeResult {
    var request = request
    if !Task.isCancelled { sent.withLock { $0 += 1 } }
    // Twenty redirects, as in URLSession.
    for _ in 0...20 {
      let result = await load(request)
      guard case .redirect(let status, let location) = result,
        let next = request.redirected(by: status, to: location)
      else { return result }
      request = next
    }
    return .failure(.redirectLoop)
  }

  /// Runs one data task. A cancelled caller stops waiting at once.
  private func load(_ request: URLRequest) async -> ExchangeResult {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    let exchange = Exchange(bodyLimit: bodyLimit)
    let task = session.dataTask(with: request)
    delegate.add(exchange, for: task)
    return await withTaskCancellationHandler {
      // Resumed even if the caller was cancelled meanwhile: a task that is never resumed never
      // ends, and neither does its session.
      task.resume()
      return await exchange.value()
    } onCancel: { [delegate] in
      delegate.cancel(task)
    }
  }
}

/// Runs an operation with a time limit. The operation is cancelled when the time is up.
///
/// - Returns: The operation's result; nil if the time was up first.
public func withTimeLimit<Value: Sendable>(
  _ limit: Duration, _ clock: any Clock<Duration> = ContinuousClock(),
  _ operation: @escaping @Sendable () async -> Value
) async -> Value? {
  // A task's outcome: a result, nil inside when the time is up, nil when the clock has stopped.
  await withTaskGroup(of: Value??.self) { group in
    group.addTask { await operation() }
    group.addTask {
      do { try await sleep(for: limit, on: clock) } catch { return nil }
      return .some(nil)
    }
    defer { group.cancelAll() }
    for await case let outcome? in group { return outcome }
    return nil
  }
}

/// Sleeps a second at a time, because Swift keeps what belongs to a cancelled sleep until its
/// deadline.
private func sleep(for limit: Duration, on clock: some Clock<Duration>) async throws {
  let deadline = clock.now.advanced(by: limit)
  while clock.now < deadline {
    let next = clock.now.advanced(by: .seconds(1))
    try await clock.sleep(until: min(deadline, next), tolerance: nil)
  }
}
