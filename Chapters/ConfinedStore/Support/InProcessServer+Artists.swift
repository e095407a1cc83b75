import Foundation
import HTTP

extension StubResponse {
  /// A response with artists.
  static func artists(_ artists: KeyValuePairs<Int, String>) -> StubResponse {
    .json("[\(artists.map { #"{"id": \#($0), "name": "\#($1)"}"# }.joined(separator: ", "))]")
  }
}

extension InProcessServer {
  /// Creates a server with these pages of artists, in order.
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
  /// The requested page, if any.
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
