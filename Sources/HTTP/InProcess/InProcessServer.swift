import Concurrency
public import Foundation

/// A stub server in the process: answers requests with prepared responses, records them, and needs
/// no network.
///
/// Each server has its own host name under `.invalid`, so no two servers receive each other's
/// requests. All members can be used from any thread.
///
/// ```swift
/// let server = InProcessServer()
/// server.answer(.get, "/news.json", with: .fails(.offline), .json("[]"))
/// let client = HTTPClient(server: server)
/// ```
public final class InProcessServer: Sendable {
  /// Chooses the response to a request. Called on a `URLSession` thread, with no lock held.
  public typealias Responder = @Sendable (HTTPRequest) -> StubResponse

  private struct State {
    var responders: [String: Responder] = [:]
    var requests: [HTTPRequest] = []
    /// The number of requests whose response has been chosen, including responses that a gate
    /// holds.
    var answeredCount = 0
    /// Callers of ``received(_:)``, with the number of requests that each waits for.
    var waiting: [(count: Int, gate: Gate)] = []
  }

  /// The address to which the paths of requests are relative.
  public let address: URL
  private let host: String
  private let state = Locked(State())

  /// Creates a server that answers every request with 404.
  public init() {
    host = "\(UUID().uuidString.lowercased()).invalid"
    address = Self.address(host: host)
    _ = Self.running.object(for: host) { self }
  }

  deinit { Self.running.remove(self) }

  /// Sets the responses at a path, which are used in order; the last one repeats.
  public func answer(_ method: HTTPRequest.Method, _ path: String, with answers: StubResponse...) {
    let left = Locked(answers[...])
    answer(method, path) { _ in
      left.withLock { $0.count > 1 ? $0.popFirst() : $0.first } ?? .status(404)
    }
  }

  /// Sets the closure that chooses the responses at a path.
  public func answer(
    _ method: HTTPRequest.Method, _ path: String, by responder: @escaping Responder
  ) {
    let route = HTTPRequest(method, path).description
    // The former responder is released outside the lock, because a deinit may run code.
    _ = state.withLock { $0.responders.updateValue(responder, forKey: route) }
  }

  /// All requests so far, in order of arrival.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Returns when that many requests have been received and their responses chosen, or when the
  /// task is cancelled. A later request cannot use up a response that was prepared for one of
  /// these.
  public func received(_ count: Int) async {
    let gate = Gate()
    let isDone = state.withLock { state in
      if state.answeredCount < count { state.waiting.append((count, gate)) }
      return state.answeredCount >= count
    }
    if !isDone { await gate.passed() }
  }

  /// Records a request and chooses its response.
  func answer(to request: HTTPRequest) -> StubResponse {
    let responder = state.withLock { state in
      state.requests.append(request)
      return state.responders[request.description]
    }
    let answer = responder?(request) ?? .status(404)
    let arrived = state.withLock { state in
      state.answeredCount += 1
      let count = state.answeredCount
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }.map(\.gate)
    }
    for gate in arrived { gate.open() }
    return answer
  }

  // MARK: Lookup

  /// The servers by host. `URLSession` creates the `URLProtocol`, which knows only its request.
  private static let running = WeakCache<String, InProcessServer>()

  static func at(host: String?) -> InProcessServer? {
    guard let host else { return nil }
    return running[host]
  }

  private static func address(host: String) -> URL {
    var components = URLComponents()
    components.scheme = "http"
    components.host = host
    guard let url = components.url else { fatalError("\(host) cannot be the host of a URL") }
    return url
  }
}
