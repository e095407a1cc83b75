import Concurrency
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
struct `A generic repository` {
  let repository = MemoryRepository<News>()

  /// Any repository of news can be saved to, thanks to the primary associated type.
  func fill(_ repository: any Repository<News>) async throws {
    for (id, title) in [(2, "Bob"), (1, "Ann"), (3, "Ann")] {
      try await repository.save(News(id: id, title: title))
    }
  }

  @Test
  func `answers queries with a predicate and an order`() async throws {
    try await fill(repository)
    let anns = try await repository.query(
      Query(
        predicate: #Predicate { $0.title == "Ann" }, order: [SortDescriptor(\.id, order: .reverse)]
      ))
    let byTitle = try await repository.query(
      Query(order: [SortDescriptor(\.title), SortDescriptor(\.id, order: .reverse)]))
    #expect(anns.map(\.id) == [3, 1])
    #expect(byTitle.map(\.id) == [3, 1, 2])
  }

  @Test
  func `keeps one entity per identity, in the order of the first saves`() async throws {
    try await fill(repository)
    repository.save(News(id: 2, title: "Bobby"))
    repository.delete(News(id: 1, title: "whatever it is called now"))
    repository.delete(News(id: 9, title: "never there"))
    let all = try await repository.query(Query())
    #expect(all == [News(id: 2, title: "Bobby"), News(id: 3, title: "Ann")])
  }

  @Test
  func `keeps entities of another type as well`() async throws {
    let users = MemoryRepository<User>()
    users.save(User(id: "a", name: "Ann"))
    let found = try await users.query(Query(predicate: #Predicate { $0.name.contains("nn") }))
    #expect(found.map(\.id) == ["a"])
  }

  @Test
  func `reads an entity's id outside its lock`() async throws {
    let drafts = MemoryRepository<Draft>()
    let (first, second) = (Draft(number: 1), Draft(number: 2))
    first.act.withLock { $0 = { drafts.save(second) } }
    #expect(finishes { drafts.save(first) })
    first.act.withLock { $0 = { drafts.delete(second) } }
    #expect(finishes { drafts.delete(first) })
    #expect(try await drafts.query(Query()).isEmpty)
  }
}

struct User: Identifiable, Sendable {
  let id: String
  let name: String
}

/// An entity whose id calls a closure once.
private final class Draft: Identifiable, Sendable {
  let number: Int
  let act = Locked<(@Sendable () -> Void)?>(nil)

  init(number: Int) { self.number = number }

  var id: Int {
    act.withLock { $0.take() }?()
    return number
  }
}

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
    #expect(lines.withLock { $0 } == ["render(model 1) off main", "render(model 1) on main"])
  }
}
