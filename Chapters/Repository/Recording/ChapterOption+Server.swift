import Foundation
import HTTP
import Workbook

extension ChapterOption {
  /// A real server in place of the one inside the process.
  static let server = ChapterOption(
    "--server", "URL", help: "ask a real server, http://127.0.0.1:8000, instead of the fixtures")
}

extension Transcript {
  /// A client of the server that `--server` names, or else of the one inside the process.
  ///
  /// - Throws: ``ServerOptionError`` when what was given is no address of a server.
  func client(
    of server: InProcessServer, timeout: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ServerOptionError) -> HTTPClient {
    guard let text = value(of: .server) else {
      return HTTPClient(server: server, timeout: timeout, clock: clock)
    }
    guard let address = URL(string: text), ["http", "https"].contains(address.scheme),
      address.host()?.isEmpty == false
    else { throw ServerOptionError(text: text) }
    return HTTPClient(address: address, timeout: timeout, clock: clock)
  }
}

/// What was given to `--server` is no address of a server.
struct ServerOptionError: Error, CustomStringConvertible {
  let text: String

  var description: String {
    "--server wants an address such as http://127.0.0.1:8000, and \"\(text)\" is none"
  }
}
