import HTTP
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
struct `A repository of users` {
  let client = HTTPClient(server: .withNews())

  @Test
  func `makes the same user of either format`() async throws {
    let repositories: [any UserRepository] = [
      FlatUserRepository(client: client), NestedUserRepository(client: client),
    ]
    for repository in repositories {
      let user = try await repository.readUser()
      #expect(user == DomainUser(name: "zhangsan", age: 20, nickname: "xiaozhang"))
    }
  }

  @Test
  func `is what callers without one break for want of`() async {
    let path = NestedUserRepository.path
    let profile = await #expect(throws: DecodingError.self) {
      try await ProfileScreen(client: client).title(path: path)
    }
    let friends = await #expect(throws: DecodingError.self) {
      try await FriendsScreen(client: client).row(path: path)
    }
    #expect(profile?.briefly == "no value for key name")
    #expect(friends?.briefly == "no value for key name")
  }
}
