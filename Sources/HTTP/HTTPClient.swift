internal import Concurrency
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Asks one server over `URLSession`, within a time limit.
///
/// The limit is raced against a clock of the caller's choice, because `timeoutIntervalForResource`
/// is not enforced on Linux, and because a test can then decide when time is up. Usable from any
/// thread; the session ends with the last reference.
///
/// On Linux a request that waits on a new connection keeps most of a processor busy: Foundation goes on
/// asking whether the socket can be written to, which it can all the time. On a connection that is used
/// again, on macOS, and inside the process waiting costs nothing.
public final class HTTPClient: Sendable {
  /// The address that the paths of requests are below.
  public let address: URL
  /// How long a request may take in all, redirects and body included.
  public let timeout: Duration

  private let clock: any Clock<Duration>
  private let session: URLSession
  /// Keeps the server inside the process as long as somebody can ask it.
  private let server: InProcessServer?
  private let sent = Locked(0)

  /// A client of a real server.
  ///
  /// - Parameters:
  ///   - address: `http://127.0.0.1:8000`, for example.
  ///   - timeout: how long a request may take in all.
  ///   - clock: what measures the time.
  public init(
    address: URL, timeout: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.address = address
    self.timeout = timeout
    self.clock = clock
    session = URLSession(configuration: Self.configuration())
    server = nil
  }

  /// A client of a server inside the process: the same `URLSession`, and a `URLProtocol` answers.
  public init(
    server: InProcessServer, timeout: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    address = server.address
    self.timeout = timeout
    self.clock = clock
    session = URLSession(configuration: Self.configuration(answeredBy: [AnsweringProtocol.self]))
    self.server = server
  }

  /// How many requests were sent so far.
  public var requestCount: Int { sent.withLock { $0 } }

  /// How its session is set up, for a session of one's own that asks the same server.
  public var sessionConfiguration: URLSessionConfiguration { session.configuration }

  deinit { session.finishTasksAndInvalidate() }

  /// Asks, and waits for the whole answer.
  ///
  /// - Throws: ``HTTPError``, also for a status outside 200 to 299.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let urlRequest = URLRequest(request, below: address)
    sent.withLock { $0 += 1 }
    switch await limitingTime({ await self.load(urlRequest) }) {
    case .success(let response): return response
    case .failure(let failure):
      let url = urlRequest.url ?? address
      throw HTTPError(request: "\(request.method.rawValue) \(url)", reason: failure.reason)
    }
  }

  /// Asks for what is at a path.
  ///
  /// - Throws: ``HTTPError``, also for a status outside 200 to 299.
  public func get(
    _ path: String, query: [URLQueryItem] = []
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(HTTPRequest(.get, path, query: query))
  }

  /// Runs a request beside the clock; the first of the two to end decides, the other is cancelled.
  private func limitingTime(
    _ load: @escaping @Sendable () async -> Outcome
  ) async -> Outcome {
    await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await load() }
      group.addTask { [clock, timeout] in
        do { try await clock.sleep(for: timeout) } catch { return nil }
        return .failure(Failure(reason: .timeout))
      }
      defer { group.cancelAll() }
      for await case .some(let outcome) in group { return outcome }
      return .failure(Failure(reason: .cancelled))
    }
  }

  /// One data task; the answer comes through a stream, which a cancelled task leaves at once.
  private func load(_ request: URLRequest) async -> Outcome {
    let (completions, completion) = AsyncStream.makeStream(of: Completion.self)
    let task = session.dataTask(with: request) { body, response, error in
      completion.yield((body, response, error))
      completion.finish()
    }
    return await withTaskCancellationHandler {
      if !Task.isCancelled { task.resume() }
      for await (body, response, error) in completions {
        // Of headers that came before an error, Linux tells nothing but that a body was expected.
        let hasBegun = task.response != nil || task.countOfBytesExpectedToReceive != 0
        return Outcome(body: body, response: response, error: error, hasBegun: hasBegun)
      }
      return .failure(Failure(reason: .cancelled))
    } onCancel: {
      task.cancel()
    }
  }

  /// What a data task hands to its handler.
  private typealias Completion = (body: Data?, response: URLResponse?, error: (any Error)?)

  /// A session that shares nothing with any other: no cookies, no cache, its own protocols.
  private static func configuration(
    answeredBy protocols: [AnyClass] = []
  ) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // The clock decides; this one only has to be longer.
    configuration.timeoutIntervalForRequest = 86_400
    if !protocols.isEmpty { configuration.protocolClasses = protocols }
    return configuration
  }
}
