import Foundation
import HTTP
import Workbook

/// The JSON files in `Fixtures`, which are embedded in the program. A real server can serve the
/// same folder.
enum Fixture {
  /// News 1 and 2.
  static let news = Data(PackageResources.news_json)
  static let flatUser = Data(PackageResources.user_v1_json)
  static let nestedUser = Data(PackageResources.user_v2_json)
  /// The model that the controller of the page `no-repository` requests.
  static let model = Data(PackageResources.model_12345_json)
  static let moments = Data(PackageResources.moments_json)
}

extension InProcessServer {
  /// A server that responds with the fixtures, or with one response to all requests, and may record
  /// the requests.
  static func withNews(
    in transcript: Transcript? = nil, answering answer: StubResponse? = nil
  ) -> InProcessServer {
    let server = InProcessServer()
    let fixtures = [
      HTTPNewsListRemoteAPI.path: Fixture.news, FlatUserRepository.path: Fixture.flatUser,
      NestedUserRepository.path: Fixture.nestedUser, API.path(xxxId: 12345): Fixture.model,
    ]
    for (path, body) in fixtures {
      server.answer(.get, path) { _ in
        transcript?.record(.send, "GET \(path)", to: "server")
        return answer ?? .json(body)
      }
    }
    return server
  }
}

extension MomentsDetails {
  /// Jake Lin's timeline, with Ann's moment 0, which is not liked, and Taylor's moment 1, which is.
  static func fixture() throws -> MomentsDetails { try MomentsCoding.json.decode(Fixture.moments) }
}

extension ChapterOption {
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
  func client(of server: InProcessServer) throws(ServerAddressError) -> HTTPClient {
    guard let text = value(of: .server) else { return HTTPClient(server: server) }
    return HTTPClient(address: try URL(ofServer: text), timeout: .seconds(120))
  }
}

extension URL {
  /// A server address: scheme `http` or `https`, a host, and an optional port and path. On Linux,
  /// Foundation requires a scheme in lower case, and cannot send to an IPv6 address.
  init(ofServer text: String) throws(ServerAddressError) {
    guard var components = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = components.host, !host.isEmpty, (1...65535).contains(components.port ?? 80),
      components.user == nil, components.password == nil, components.query == nil,
      components.fragment == nil
    else { throw ServerAddressError(text: text) }
    #if os(Linux)
      if host.contains(":") { throw ServerAddressError(text: text) }
    #endif
    components.scheme = scheme
    guard let url = components.url else { throw ServerAddressError(text: text) }
    self = url
  }
}

struct ServerAddressError: Error, LocalizedError, CustomStringConvertible {
  let text: String

  var description: String {
    "--server needs an address such as http://127.0.0.1:8000; \(text.debugDescription) is not one"
  }

  var errorDescription: String? { description }
}
