import Foundation
import HTTP

extension Answer {
  /// Artists as the server sends them.
  static func artists(_ artists: KeyValuePairs<Int, String>) -> Answer {
    .json("[\(artists.map { #"{"id": \#($0), "name": "\#($1)"}"# }.joined(separator: ", "))]")
  }
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
