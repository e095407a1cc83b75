import Foundation
import HTTP
import Workbook

extension ChapterOption {
  /// Uses a real server instead of the in-process one.
  static let server = ChapterOption(
    "--server", "URL", help: "pages about news ask this server instead of the fixtures"
  ) { text in
    do throws(ServerAddressError) {
      _ = try URL(ofServer: text)
      return nil
    } catch {
      return error.description
    }
  }
}

extension Transcript {
  /// A client of the server in `--server`, or of the in-process server without that option.
  ///
  /// - Throws: ``ServerAddressError`` if the option's value is not a server address.
  func client(of server: InProcessServer) throws(ServerAddressError) -> HTTPClient {
    guard let text = value(of: .server) else { return HTTPClient(server: server) }
    return HTTPClient(address: try URL(ofServer: text), timeout: .seconds(120))
  }
}

extension URL {
  /// Creates a server address: scheme `http` or `https`, a host, and an optional port and path.
  ///
  /// - Throws: ``ServerAddressError`` for any other text.
  init(ofServer text: String) throws(ServerAddressError) {
    guard let url = URL(server: text), url.query() == nil, url.fragment() == nil else {
      throw ServerAddressError(text: text)
    }
    self = url
  }
}

/// The text is not a server address.
struct ServerAddressError: Error, LocalizedError, CustomStringConvertible {
  let text: String

  var description: String {
    "--server needs an address such as http://127.0.0.1:8000; \(text.debugDescription) is not one"
  }

  var errorDescription: String? { description }
}
