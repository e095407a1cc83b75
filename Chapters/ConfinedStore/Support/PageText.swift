import Concurrency
import Foundation
import HTTP
import ThreadConfinement
import Workbook

/// The name of the current thread, as pages print it.
enum Here {
  static var name: String {
    StoreThread.name ?? (MainQueue.isCurrent ? "main" : "another thread")
  }
}

extension Error {
  /// A short text for an error of the network or the store, or the whole text of any other error.
  var briefly: String {
    if case .request(let error) = self as? NetworkService.Failure { return "\(error.reason)" }
    if let failure = self as? ConfinedStore.Failure { return failure.reason }
    return "\(self)"
  }
}

extension ChildProcess.ExecutionResult {
  var message: String? { errors.firstMatch(of: /Fatal error: (.*)/).map { String($0.output.1) } }

  var summary: String { "child ended: \(message ?? manner)" }
}

extension StubResponse {
  static func artists(_ artists: KeyValuePairs<Int, String>) -> StubResponse {
    .json("[\(artists.map { #"{"id": \#($0), "name": "\#($1)"}"# }.joined(separator: ", "))]")
  }
}

extension InProcessServer {
  static func withPages(_ pages: StubResponse...) -> InProcessServer {
    let server = InProcessServer()
    server.answer(.get, NetworkService.path) { request in
      let page = request.page.flatMap(Int.init) ?? 1
      return pages.indices.contains(page - 1) ? pages[page - 1] : .artists([:])
    }
    return server
  }
}

extension HTTPRequest {
  var page: String? { query.first { $0.name == "page" }?.value }
}

extension HTTPClient {
  /// Creates a client of an in-process server that sends these responses in order and repeats the
  /// last one.
  static func answering(_ first: StubResponse, _ second: StubResponse? = nil) -> HTTPClient {
    let server = InProcessServer()
    server.answer(.get, NetworkService.path, with: first, second ?? first)
    return HTTPClient(server: server)
  }
}
