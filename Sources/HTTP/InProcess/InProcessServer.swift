public import Concurrency
public import Foundation

/// A stub server in the process: answers requests with prepared responses, records them, and needs
/// no network. All members can be used from any thread.
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
  }

  /// The address to which the paths of requests are relative.
  public let address: URL
  private let host: String
  private let state = Locked(State())
  /// The requests whose response has been chosen, including responses that a gate holds.
  private let answered = AwaitedCount()

  /// Creates a server that answers every request with 404.
  public init() {
    host = "\(UUID().uuidString.lowercased()).invalid"
    guard let address = URL(string: "http://\(host)") else { fatalError("\(host) is no host") }
    self.address = address
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

  /// Returns when the responses to that many requests have been chosen, or the task is cancelled.
  public func received(_ count: Int) async { await answered.reached(count) }

  /// Records a request and chooses its response.
  func answer(to request: HTTPRequest) -> StubResponse {
    let responder = state.withLock { state in
      state.requests.append(request)
      return state.responders[request.description]
    }
    let answer = responder?(request) ?? .status(404)
    answered.increment()
    return answer
  }

  /// The servers by host. `URLSession` creates the `URLProtocol`, which knows only its request.
  private static let running = WeakCache<String, InProcessServer>()

  static func at(host: String?) -> InProcessServer? { host.flatMap { running[$0] } }
}

/// A prepared response of an ``InProcessServer``.
public struct StubResponse: Sendable {
  /// The content, which is sent once the gate is open.
  enum Content: Sendable {
    case response(status: Int, body: Data)
    case failure(HTTPError.Reason)
  }

  let content: Content
  /// The gate that must be open before the response is sent.
  var gate: Gate?

  /// A body with the content type of JSON. The text need not be valid JSON.
  public static func json(_ text: String, status: Int = 200) -> StubResponse {
    .json(Data(text.utf8), status: status)
  }

  /// A JSON body as bytes, such as a fixture.
  public static func json(_ body: Data, status: Int = 200) -> StubResponse {
    StubResponse(content: .response(status: status, body: body))
  }

  /// A status without a body.
  public static func status(_ status: Int) -> StubResponse {
    StubResponse(content: .response(status: status, body: Data()))
  }

  /// No response: the request fails for the given reason.
  public static func fails(_ reason: HTTPError.Reason) -> StubResponse {
    StubResponse(content: .failure(reason))
  }

  /// The same response, sent once the gate is open.
  public func held(by gate: Gate) -> StubResponse { StubResponse(content: content, gate: gate) }
}
