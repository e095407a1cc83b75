import Concurrency
import Foundation
import HTTP
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
struct `A repository of users` {
  let client = HTTPClient(server: .withNews())

  @Test
  func `creates the same user from either format`() async throws {
    let repositories: [any UserRepository] = [
      FlatUserRepository(client: client), NestedUserRepository(client: client),
    ]
    for repository in repositories {
      let user = try await repository.readUser()
      #expect(user == DomainUser(name: "zhangsan", age: 20, nickname: "xiaozhang"))
    }
  }

  @Test
  func `is missing where callers without one break`() async {
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

  @Test
  func `finds in the decoder's error where a value is missing`() throws {
    struct Friend: Decodable {
      let name: String
    }
    let friends = Data(#"[{"name": "Ann"}, {"nickname": "bob"}]"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Friend].self, from: friends)
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let keys = (context.codingPath + [key]).map { $0.intValue.map(String.init) ?? $0.stringValue }
    #expect(keys == ["1", "name"])
  }
}

@Suite(.serialized)
struct `A screen` {
  @Test
  func `reports whether it was rendered on the main queue`() async throws {
    let lines = Locked<[String]>([])
    let screen = Screen { line in lines.withLock { $0.append(line) } }
    let model = Model(id: 1)
    await Task.detached { screen.render(model) }.value
    await MainActor.run { screen.render(model) }
    let history = lines.withLock { $0 }
    #expect(history == ["render(model 1) off main", "render(model 1) on main"])
  }
}
