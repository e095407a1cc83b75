internal import Concurrency
internal import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests to one server over `URLSession`, within a time limit and a size limit.
///
/// Both limits hold while an answer arrives: the request ends with an error and is cancelled, and no
/// more than ``bodyLimit`` bytes of it are kept. The time limit is measured by the client's own clock,
/// because `timeoutIntervalForResource` is not enforced on Linux, and because a test can then decide
/// when time is up.
///
/// A redirect to another `http` or `https` address is followed up to twenty times. 307 and 308 repeat
/// the request with its method and body, 303 continues with `GET`, and so do 301 and 302 after a `POST`.
///
/// Usable from any thread. The session ends with the last reference to the client.
///
/// ## Linux
///
/// Foundation for Linux (Swift 6.3) ends the process, with a message of its own or none, when a server
///
/// - closes the connection inside the headers, or after the status line;
/// - does so after an interim response such as 103;
/// - adds a trailer to a chunked body;
/// - announces a `Content-Length` of 2⁶³ − 1 bytes;
/// - redirects to an IPv6 address without a scheme, such as `//[::1]/`.
///
/// This happens while Foundation parses the headers, before any code of a client runs, so it cannot be
/// prevented here. macOS reports an error in each case. Ask only servers that you trust to speak HTTP,
/// or make requests from a process that may end.
///
/// The body of a redirect is kept by Foundation until it is complete; the time limit is its only limit.
/// A request that waits on a new connection keeps most of a processor busy, because Foundation
/// repeatedly asks whether the socket can be written to.
public final class HTTPClient: Sendable {
  /// The address that the paths of requests are below.
  public let address: URL
  /// How long a request may take in all, redirects and body included.
  public let timeout: Duration
  /// How many bytes the body of an answer may have.
  public let bodyLimit: Int

  /// 16 MB, the ``bodyLimit`` of a client that is made without one.
  public static let standardBodyLimit = 16 * 1024 * 1024

  /// The clock that measures the time.
  public let clock: any Clock<Duration>
  private let delegate: ExchangeDelegate
  private let session: URLSession
  /// Retains the server inside the process as long as it can be sent requests.
  private let server: InProcessServer?
  private let sent = Locked(0)

  /// A client of a real server.
  ///
  /// - Parameters:
  ///   - address: `http://127.0.0.1:8000`, for example.
  ///   - timeout: how long a request may take in all.
  ///   - bodyLimit: how many bytes the body of an answer may have.
  ///   - clock: measures the time.
  public init(
    address: URL, timeout: Duration = .seconds(30), bodyLimit: Int = standardBodyLimit,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.address = address
    self.timeout = timeout
    self.bodyLimit = bodyLimit
    self.clock = clock
    delegate = ExchangeDelegate(cancelsTasks: true)
    session = Self.session(delegate, isInProcess: false)
    server = nil
  }

  /// A client of a server inside the process: the same `URLSession`, and a `URLProtocol` answers.
  ///
  /// By default a request may take a day: its answer needs no network, and a slow machine must not
  /// change what a program prints.
  public init(
    server: InProcessServer, timeout: Duration = .seconds(86_400),
    bodyLimit: Int = standardBodyLimit,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    address = server.address
    self.timeout = timeout
    self.bodyLimit = bodyLimit
    self.clock = clock
    delegate = ExchangeDelegate(cancelsTasks: false)
    session = Self.session(delegate, isInProcess: true)
    self.server = server
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
      configuration: isInProcess ? .answeredInProcess : .isolated, delegate: delegate,
      delegateQueue: queue)
  }

  /// How many requests were sent so far; a request that is redirected counts once.
  public var requestCount: Int { sent.withLock { $0 } }

  /// Creates another session to the same server, which reports to a delegate; ``end(_:)`` ends it.
  public func session(delegate: any URLSessionDataDelegate) -> URLSession {
    Self.session(delegate, isInProcess: server != nil)
  }

  /// Ends a session of ``session(delegate:)`` and cancels its tasks where Foundation allows that; returns
  /// at once.
  ///
  /// An answer of a server inside the process ends by itself, for the reason that ``ExchangeDelegate``
  /// names. On Linux the cancellation waits until all that has arrived has been read.
  public func end(_ session: URLSession) {
    guard server == nil else { return session.finishTasksAndInvalidate() }
    DispatchQueue(label: "HTTPClient.end").async { session.invalidateAndCancel() }
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: ``HTTPError``, also for a status outside 200 to 299.
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
  /// - Throws: ``HTTPError``, also for a status outside 200 to 299.
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
    // As many as URLSession follows.
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

  /// One data task; a cancelled caller stops waiting at once.
  private func load(_ request: URLRequest) async -> ExchangeResult {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    let exchange = Exchange(bodyLimit: bodyLimit)
    let task = session.dataTask(with: request)
    delegate.add(exchange, for: task)
    return await withTaskCancellationHandler {
      // Also if it has been cancelled since: a task that never runs would never end, nor would its
      // session.
      task.resume()
      return await exchange.value()
    } onCancel: { [delegate] in
      delegate.cancel(task)
    }
  }
}

/// Runs an operation beside a clock; the first of the two to end decides, and the other is cancelled.
///
/// - Returns: the operation's result; nil when the time was up first.
public func withTimeLimit<Value: Sendable>(
  _ limit: Duration, _ clock: any Clock<Duration> = ContinuousClock(),
  _ operation: @escaping @Sendable () async -> Value
) async -> Value? {
  await withTaskGroup(of: RaceEnding<Value>.self) { group in
    group.addTask { .value(await operation()) }
    group.addTask {
      do { try await clock.sleep(for: limit) } catch { return .clockStopped }
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

private enum RaceEnding<Value: Sendable>: Sendable {
  case value(Value)
  case timeIsUp
  case clockStopped
}
