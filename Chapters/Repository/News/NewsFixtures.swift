import Foundation
import HTTP

extension InProcessServer {
  /// A server that has what the folder `Fixtures` holds for the pages about news.
  static func withNews() -> InProcessServer {
    let server = InProcessServer()
    server.answer(.get, HTTPNewsListRemoteAPI.path, with: .json(Fixture.news))
    server.answer(.get, FlatUserRepository.path, with: .json(Fixture.flatUser))
    server.answer(.get, NestedUserRepository.path, with: .json(Fixture.nestedUser))
    server.answer(.get, API.path(xxxId: 12345), with: .json(Fixture.model))
    return server
  }
}

extension Fixture {
  /// A user as the first backend sends it.
  static let flatUser = Data(PackageResources.user_v1_json)
  /// The same user as the second backend sends it.
  static let nestedUser = Data(PackageResources.user_v2_json)
  /// What the controller of no-repository asks for.
  static let model = Data(PackageResources.model_12345_json)
}
