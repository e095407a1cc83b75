import Foundation
import HTTP
import Workbook

/// The JSON files in `Fixtures`, which are embedded in the program. A real server can serve the
/// same folder.
enum Fixture {
  /// News 1 and 2.
  static let news = Data(PackageResources.news_json)
  /// A user as the first backend sends it.
  static let flatUser = Data(PackageResources.user_v1_json)
  /// The same user as the second backend sends it.
  static let nestedUser = Data(PackageResources.user_v2_json)
  /// The model that the controller of the page `no-repository` requests.
  static let model = Data(PackageResources.model_12345_json)
  /// One user's timeline with two moments.
  static let moments = Data(PackageResources.moments_json)
}

extension InProcessServer {
  /// Creates a server for the pages about news. It responds with the fixtures, or with one response
  /// to all requests, and may record the requests.
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
  /// The initial timeline of all scenes and tests: Jake Lin's, with Ann's moment 0, which is not
  /// liked, and Taylor's moment 1, which is liked.
  ///
  /// - Throws: An error if the file is not a valid timeline.
  static func fixture() throws -> MomentsDetails { try MomentsCoding.json.decode(Fixture.moments) }
}

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
