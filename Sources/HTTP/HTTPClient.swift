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
/// ## Linux
///
/// Foundation for Linux (Swift 6.3) crashes the process, with or without a message, when a server
///
/// - closes the connection inside the headers, or after the status line;
/// - does so after an interim response such as 103;
/// - adds a trailer to a chunked body;
/// - announces a `Content-Length` of 2⁶³ − 1 bytes;
/// - redirects to an IPv6 address without a scheme, such as `//[::1]/`.
///
/// Foundation crashes while it parses the headers, before it calls the client, so the client cannot
/// prevent it. macOS reports an error in each case. Send requests only to servers that you trust to
/// speak HTTP, or from a process that may crash.
///
/// A header without a blank after its colon, such as `content-length:2`, fails as
/// ``HTTPError/Reason/notHTTP``, although HTTP allows it.
///
/// Foundation buffers the whole body of a redirect; only the time limit bounds it. A request that
/// waits on a new connection keeps a processor busy, because Foundation polls the socket for
/// writability.
public final class HTTPClient: Sendable {
  /// The address to which the paths of requests are relative.
  public let address: URL
  /// How long a request may take, including redirects and the body.
  public let timeout: Duration
  /// The maximum number of bytes in the body of a response.
  public let bodyLimit: Int

  /// The default ``bodyLimit``, 16 MB.
  public static let standardBodyLimit = 16 * 1024 * 1024

  /// The clock that measures ``timeout``.
  public let clock: any Clock<Duration>
  private let delegate: ExchangeDelegate
  private let session: URLSession
  /// Keeps an in-process server alive as long as requests can be sent to it.
  private let server: InProcessServer?
  private let sent = Locked(0)

  /// Creates a client of a server on the network.
  ///
  /// - Parameters:
  ///   - address: The address of the server, such as `http://127.0.0.1:8000`.
  ///   - timeout: How long a request may take, including redirects and the body.
  ///   - bodyLimit: The maximum number of bytes in the body of a response.
  ///   - clock: The clock that measures `timeout`.
  public convenience init(
    address: URL, timeout: Duration = .seconds(30), bodyLimit: Int = standardBodyLimit,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(address, server: nil, timeout, bodyLimit, clock)
  }

  /// Creates a client of an in-process server, over the same `URLSession` with a custom
  /// `URLProtocol`.
  ///
  /// The default timeout is a day: no network is involved, and a slow machine must not change what
  /// a program prints.
  public convenience init(
    server: InProcessServer, timeout: Duration = .seconds(86_400),
    bodyLimit: Int = standardBodyLimit, clock: any Clock<Duration> = ContinuousClock()
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

  /// Ends a session created by ``session(delegate:)`` and cancels its tasks where Foundation allows
  /// it. Returns at once.
  ///
  /// Tasks of an in-process server are not cancelled but run to their end, for the reason given at
  /// ``ExchangeDelegate``. On Linux the cancellation waits until all data that has arrived has been
  /// read.
  public func end(_ session: URLSession) {
    guard server == nil else { return session.finishTasksAndInvalidate() }
    DispatchQueue(label: "HTTPClient.end").async { session.invalidateAndCancel() }
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request and waits for the complete response.
  ///
  /// - Throws: ``HTTPError``, including for a status outside 200 to 299.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let urlRequest = URLRequest(request, below: address)
    let outcome = await withTimeLimit(timeout, clock) {
      await self.loadFollowingRedirects(urlRequest)
    }
    switch outcome ?? .failure(Failure(reason: .timeout)) {
    case .success(let response): return response
    case .failure(let failure):
      let url = urlRequest.url ?? address
      throw HTTPError(request: "\(request.method.rawValue) \(url)", reason: failure.reason)
    }
  }

  /// Sends a `GET` request for a path.
  ///
  /// - Throws: ``HTTPError``, including for a status outside 200 to 299.
  public func get(
    _ path: String, query: [URLQueryItem] = []
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(HTTPRequest(.get, path, query: query))
  }

  private typealias Outcome = Result<HTTPResponse, Failure>

  private struct Failure: Error {
    let reason: HTTPError.Reason
  }

  private func loadFollowingRedirects(_ request: URLRequest) async -> Outcome {
    var request = request
    if !Task.isCancelled { sent.withLock { $0 += 1 } }
    // Twenty redirects, as in URLSession.
    for _ in 0...20 {
      switch await load(request) {
      case .response(let response): return .success(response)
      case .failure(let reason): return .failure(Failure(reason: reason))
      case .redirect(let status, let location):
        guard let next = request.redirected(by: status, to: location) else {
          return .failure(Failure(reason: .redirectRefused(location: location)))
        }
        request = next
      }
    }
    return .failure(Failure(reason: .redirectLoop))
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
  await withTaskGroup(of: RaceOutcome<Value>.self) { group in
    group.addTask { .value(await operation()) }
    group.addTask {
      do { try await sleep(for: limit, on: clock) } catch { return .clockStopped }
      return .timeIsUp
    }
    defer { group.cancelAll() }
    for await ending in group {
      switch ending {
      case .value(let value): return value
      case .timeIsUp: return nil
      case .clockStopped: continue
      }
    }
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

private enum RaceOutcome<Value: Sendable>: Sendable {
  case value(Value)
  case timeIsUp
  case clockStopped
}
