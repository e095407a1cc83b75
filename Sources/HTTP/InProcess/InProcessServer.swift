import Concurrency
public import Foundation

/// A server inside the process: answers requests by a script, counts them, and needs no network.
///
/// Each has an address of its own, which ends in `.invalid` and so belongs to no other server; two
/// servers never see each other's requests. Usable from any thread.
///
/// ```swift
/// let server = InProcessServer()
/// server.answer(.get, "/news.json", with: .fails(.offline), .json("[]"))
/// let client = HTTPClient(server: server)
/// ```
public final class InProcessServer: Sendable {
  /// Chooses the answer to a request; called on a thread of `URLSession`, under no lock.
  public typealias Responder = @Sendable (HTTPRequest) -> Answer

  private struct State {
    var responders: [String: Responder] = [:]
    var requests: [HTTPRequest] = []
    /// How many of the requests have an answer, held back or not.
    var answeredCount = 0
    /// Callers that wait for that many answers.
    var waiting: [(count: Int, gate: Gate)] = []
  }

  /// The address that the paths of requests are below.
  public let address: URL
  private let host: String
  private let state = Locked(State())

  /// A server that answers 404 to everything.
  public init() {
    host = "\(UUID().uuidString.lowercased()).invalid"
    address = Self.address(host: host)
    Self.running.withLock { [host] in $0[host] = WeakServer(self) }
  }

  deinit { Self.running.withLock { [host] in _ = $0.removeValue(forKey: host) } }

  /// Sets the answers at a path: one after another, and the last one from then on.
  public func answer(_ method: HTTPRequest.Method, _ path: String, with answers: Answer...) {
    let left = Locked(answers[...])
    answer(method, path) { _ in
      left.withLock { $0.count > 1 ? $0.popFirst() : $0.first } ?? .status(404)
    }
  }

  /// Sets the closure that chooses the answers at a path.
  public func answer(
    _ method: HTTPRequest.Method, _ path: String, by responder: @escaping Responder
  ) {
    let route = HTTPRequest(method, path).description
    // Released after the lock, because a deinitializer may run any code.
    _ = state.withLock { $0.responders.updateValue(responder, forKey: route) }
  }

  /// All requests so far, in the order of arrival.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Returns when that many requests have been received and their answers chosen, or when the task is
  /// cancelled. A later request cannot take an answer that was meant for one of these.
  public func received(_ count: Int) async {
    let gate = Gate()
    let isDone = state.withLock { state in
      if state.answeredCount < count { state.waiting.append((count, gate)) }
      return state.answeredCount >= count
    }
    if !isDone { await gate.passed() }
  }

  /// Records a request and chooses its answer.
  func answer(to request: HTTPRequest) -> Answer {
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

  // MARK: Finding a server

  /// Servers by host, because the session creates the `URLProtocol`, which has only its request.
  private static let running = Locked<[String: WeakServer]>([:])

  static func at(host: String?) -> InProcessServer? {
    guard let host else { return nil }
    return running.withLock { $0[host] }?.server
  }

  private static func address(host: String) -> URL {
    var components = URLComponents()
    components.scheme = "http"
    components.host = host
    guard let url = components.url else { fatalError("\(host) cannot be the host of a URL") }
    return url
  }
}

/// A server that its users retain.
private struct WeakServer: Sendable {
  private(set) weak var server: InProcessServer?

  init(_ server: InProcessServer) { self.server = server }
}
