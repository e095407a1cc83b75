internal import Concurrency
internal import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests to one server over `URLSession`, within a time limit and a size limit.
///
/// Both limits also apply while a response arrives: a request that exceeds one fails and is
/// cancelled. The client measures time with its own clock, because Linux does not enforce
/// `timeoutIntervalForResource`. A redirect is not followed; it fails with its status. All members
/// can be used from any thread. Releasing the client ends its session.
///
/// Foundation for Linux (Swift 6.3) ends the process while it parses some broken headers, before it
/// calls the client; Chapters/Repository/README.md lists them. Send requests only to servers that
/// you trust to speak HTTP.
public final class HTTPClient: Sendable {
  /// The address to which the paths of requests are relative.
  public let address: URL
  /// How long a request may take, including the body.
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
  public init(
    address: URL, timeout: Duration = .seconds(30), bodyLimit: Int = 16 << 20,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.address = address
    self.timeout = timeout
    self.bodyLimit = bodyLimit
    self.clock = clock
    server = InProcessServer.at(host: address.host())
    delegate = ExchangeDelegate(cancelsTasks: server == nil)
    session = Self.session(delegate, isInProcess: server != nil)
  }

  /// Creates a client of an in-process server, over `URLSession` with a custom `URLProtocol`. The
  /// timeout is a day, so that a slow machine does not change what a program prints.
  public convenience init(server: InProcessServer) {
    self.init(address: server.address, timeout: .seconds(86_400))
  }

  /// On Linux, Foundation creates folders in HOME for a cache and cookies, which no session here
  /// uses. They are removed if they are empty.
  private static let ephemeral: URLSessionConfiguration = {
    let configuration = URLSessionConfiguration.ephemeral
    #if os(Linux)
      let program = Bundle.main.bundleURL.deletingPathExtension().lastPathComponent
      for (folder, path) in [
        (.cachesDirectory, "org.swift.foundation.URLCache/\(ProcessInfo.processInfo.processName)"),
        (.cachesDirectory, "org.swift.foundation.URLCache"),
        (.applicationSupportDirectory, program),
      ] as [(FileManager.SearchPathDirectory, String)] {
        guard let home = FileManager.default.urls(for: folder, in: .userDomainMask).first else {
          continue
        }
        rmdir(home.appending(path: path).path)
      }
    #endif
    return configuration
  }()

  /// A session without cookies, cache or credentials, so that sessions share no state.
  private static func session(
    _ delegate: any URLSessionDataDelegate, isInProcess: Bool
  ) -> URLSession {
    let configuration = ephemeral.copy() as? URLSessionConfiguration ?? .ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // Longer than any limit of the client, whose own clock enforces it.
    configuration.timeoutIntervalForRequest = 86_400
    if isInProcess { configuration.protocolClasses = [InProcessURLProtocol.self] }
    #if os(Linux)
      let queue = isInProcess ? nil : DirectOperationQueue()
    #else
      let queue: OperationQueue? = nil
    #endif
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  /// The number of requests sent so far.
  public var requestCount: Int { sent.withLock { $0 } }

  /// Creates another session to the same server, with a delegate. End it with ``end(_:)``.
  public func session(delegate: any URLSessionDataDelegate) -> URLSession {
    Self.session(delegate, isInProcess: server != nil)
  }

  /// Ends a session created by ``session(delegate:)``, and cancels its tasks unless the server is
  /// in this process; see ``ExchangeDelegate``. Returns at once.
  public func end(_ session: URLSession) {
    guard server == nil else { return session.finishTasksAndInvalidate() }
    DispatchQueue(label: "HTTPClient.end").async { session.invalidateAndCancel() }
  }

  /// Rejects a credential challenge in a session's delegate, so the response is the server's 401.
  public static func offerNoCredentials(
    for challenge: URLAuthenticationChallenge,
    _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // On Linux the 401 is already read; rejecting would cancel the task on its own queue and trap.
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
    let result = await withTimeLimit(timeout, clock) { await self.load(urlRequest) }
    switch result ?? .failure(.timeout) {
    case .response(let response): return response
    case .failure(let reason):
      let url = urlRequest.url ?? address
      throw HTTPError(request: "\(request.method.rawValue) \(url)", reason: reason)
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

  /// Runs one data task. A cancelled caller stops waiting at once.
  private func load(_ request: URLRequest) async -> ExchangeResult {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    sent.withLock { $0 += 1 }
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
      do { try await clock.sleep(for: limit) } catch { return nil }
      return .some(nil)
    }
    defer { group.cancelAll() }
    for await case let outcome? in group { return outcome }
    return nil
  }
}
