import Foundation
import HTTP
import Workbook

/// The JSON files in `Fixtures`, which are embedded in the program. A real server can serve the
/// same folder.
enum Fixture {
  /// News 1 and 2.
  static let news = Data(PackageResources.news_json)
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

extension Fixture {
  /// A user as the first backend sends it.
  static let flatUser = Data(PackageResources.user_v1_json)
  /// The same user as the second backend sends it.
  static let nestedUser = Data(PackageResources.user_v2_json)
  /// The model that the controller of the page `no-repository` requests.
  static let model = Data(PackageResources.model_12345_json)
}

extension Fixture {
  /// One user's timeline with two moments.
  static let moments = Data(PackageResources.moments_json)
}

extension MomentsDetails {
  /// The initial timeline of all scenes and tests: Jake Lin's, with Ann's moment 0, which is not
  /// liked, and Taylor's moment 1, which is liked.
  ///
  /// - Throws: An error if the file is not a valid timeline.
  static func fixture() throws -> MomentsDetails { try MomentsCoding.json.decode(Fixture.moments) }
}
