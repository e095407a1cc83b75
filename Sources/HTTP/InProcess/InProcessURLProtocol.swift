import Concurrency
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The `URLProtocol` that replaces the network: passes a request to its host's in-process server.
final class InProcessURLProtocol: URLProtocol {
  private let isStopped = Locked(false)

  override class func canInit(with request: URLRequest) -> Bool {
    InProcessServer.at(host: request.url?.host()) != nil
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let server = InProcessServer.at(host: request.url?.host()),
      let request = HTTPRequest(request)
    else {
      client?.urlProtocol(self, didFailWithError: HTTPError.Reason.offline.urlError)
      return
    }
    let answer = server.answer(to: request)
    guard let gate = answer.gate else { return deliver(answer.content) }
    let held = Held(loading: self)
    gate.whenOpen { held.loading.deliver(answer.content) }
  }

  override func stopLoading() { isStopped.withLock { $0 = true } }

  fileprivate func deliver(_ content: StubResponse.Content) {
    guard !isStopped.withLock({ $0 }) else { return }
    switch content {
    case .response(let status, let body):
      let fields = ["Content-Type": "application/json", "Content-Length": "\(body.count)"]
      let response = request.url.flatMap {
        HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
      }
      if let response {
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      }
      if !body.isEmpty { client?.urlProtocol(self, didLoad: body) }
      client?.urlProtocolDidFinishLoading(self)
    case .failure(let reason):
      client?.urlProtocol(self, didFailWithError: reason.urlError)
    }
  }
}

/// A request whose response is held by a gate.
private struct Held: @unchecked Sendable {
  // Unchecked because URLProtocol forbids Sendable; only the thread that opens the gate uses it.
  let loading: InProcessURLProtocol
}
