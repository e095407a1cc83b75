import Foundation
import HTTP

extension Answer {
  /// Artists as the server sends them.
  static func artists(_ artists: KeyValuePairs<Int, String>) -> Answer {
    .json("[\(artists.map { #"{"id": \#($0), "name": "\#($1)"}"# }.joined(separator: ", "))]")
  }
}

extension InProcessServer {
  /// A server that has that many pages of artists, the first one first.
  static func withPages(_ pages: Answer...) -> InProcessServer {
    let server = InProcessServer()
    server.answer(.get, NetworkService.path) { request in
      let page = request.page.flatMap(Int.init) ?? 1
      return pages.indices.contains(page - 1) ? pages[page - 1] : .artists([:])
    }
    return server
  }
}

extension HTTPRequest {
  /// The page that is asked for, if one is.
  var page: String? { query.first { $0.name == "page" }?.value }
}

extension HTTPClient {
  /// A client of a server inside the process that gives these answers one after another, the last one
  /// from then on.
  static func answering(_ first: Answer, _ second: Answer? = nil) -> HTTPClient {
    let server = InProcessServer()
    server.answer(.get, NetworkService.path, with: first, second ?? first)
    return HTTPClient(server: server)
  }
}
