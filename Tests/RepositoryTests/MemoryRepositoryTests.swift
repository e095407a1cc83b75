import Concurrency
import Foundation
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
    drafts.save(first)
    first.act.withLock { $0 = { drafts.save(second) } }
    #expect(finishes { drafts.save(Draft(number: 3)) })
    second.act.withLock { $0 = { drafts.delete(first) } }
    #expect(finishes { drafts.delete(Draft(number: 3)) })
    #expect(try await drafts.query(Query()).map(\.number) == [2])
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
