import Foundation
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
    await repository.save(News(id: 2, title: "Bobby"))
    await repository.delete(News(id: 1, title: "whatever it is called now"))
    await repository.delete(News(id: 9, title: "never there"))
    let all = try await repository.query(Query())
    #expect(all == [News(id: 2, title: "Bobby"), News(id: 3, title: "Ann")])
  }

  @Test
  func `keeps entities of another type as well`() async throws {
    let users = MemoryRepository<User>()
    await users.save(User(id: "a", name: "Ann"))
    let found = try await users.query(Query(predicate: #Predicate { $0.name.contains("nn") }))
    #expect(found.map(\.id) == ["a"])
  }
}

struct User: Identifiable, Sendable {
  let id: String
  let name: String
}
