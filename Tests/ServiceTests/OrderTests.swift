import Concurrency
import DataAccess
import Foundation
import HTTP
import Observing
import TestSupport
import Testing

@testable import Service

@Suite(.serialized)
struct `Several renames`: ~Copyable {
  let scene: UserScene
  init() throws { scene = try UserScene(users: "Jake", "Ann") }

  @Test
  func `of one user reach the server one at a time, in order`() async throws {
    let gate = Gate()
    scene.server.answer(
      .put, "/users/1/name", with: .json(#"{"id":1,"name":"Taylor"}"#).held(by: gate),
      .json(#"{"id":1,"name":"Zoe"}"#))
    let service = scene.launch()
    let user = try service.user(1)
    let binding = user.name.observe { [history = scene.history] in history.record($0.new) }
    async let first = service.rename(1, "Taylor")
    await scene.server.received(1)
    async let second = service.rename(1, "Zoe")
    gate.open()
    let outcomes = await [first, second]
    #expect(outcomes == [.saved, .saved])
    #expect(scene.history.entries == ["Taylor", "Zoe"])
    #expect(try scene.stored(1) == "Zoe")
    binding.end()
  }

  @Test
  func `of two users do not wait for one another`() async throws {
    let gate = Gate()
    scene.server.answer(
      .put, "/users/1/name", with: .json(#"{"id":1,"name":"Taylor"}"#).held(by: gate))
    let service = scene.launch()
    async let first = service.rename(1, "Taylor")
    await scene.server.received(1)
    let second = await service.rename(2, "Anna")
    #expect(second == .saved)
    #expect(try scene.stored(1) == "Jake")
    #expect(try scene.stored(2) == "Anna")
    gate.open()
    #expect(await first == .saved)
  }

  @Test
  func `from many threads end with one name in all three layers`() async throws {
    let service = scene.launch()
    let user = try service.user(1)
    let outcomes = await withTaskGroup(of: RenameOutcome.self) { group in
      for number in 0..<40 { group.addTask { await service.rename(1, "Taylor \(number)") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let last = try #require(scene.history.entries.last)
    let stored = try #require(try scene.stored(1))
    #expect(outcomes == Array(repeating: .saved, count: 40))
    #expect(scene.history.entries.count == 40)
    #expect("server 1 \(user.name.value)" == last)
    #expect(stored == user.name.value)
  }
}

@Suite(.serialized)
struct `The model of a user`: ~Copyable {
  let scene: UserScene
  init() throws { scene = try UserScene(users: "Jake", "Ann") }

  @Test
  func `is one object for all callers, even for a list and for concurrent tasks`() async throws {
    let service = scene.launch()
    let users = try await withThrowingTaskGroup(of: (any User).self) { group in
      for _ in 0..<50 { group.addTask { try service.user(1) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let listed = try #require(try service.loadAll().first)
    #expect(users.allSatisfy { $0 === listed })
  }

  @Test
  func `is released with its last reference, and is read again`() throws {
    let service = scene.launch()
    var user: (any User)? = try service.user(1)
    weak let released: AnyObject? = user
    user = nil
    #expect(user == nil)
    #expect(released == nil)
    try scene.rows.update(UserRawModel(id: 1, name: "Bob"))
    let again = try service.user(1)
    #expect(again.name.value == "Bob")
  }

  @Test
  func `cannot be read from a closed database, and the error says so`() async throws {
    let service = scene.launch()
    scene.rows.close()
    let error = #expect(throws: UserServiceError.self) { try service.user(1) }
    let listError = #expect(throws: UserServiceError.self) { try service.loadAll() }
    let outcome = await service.rename(1, "Taylor")
    let failure = UserServiceError.DatabaseFailure(DataAccessError(.closed))
    #expect(error == .notRead(failure))
    #expect(listError == .notRead(failure))
    #expect(outcome == .refused(.notRead(failure)))
    #expect(scene.server.requests == [])
  }
}

@Suite
struct `An error of the service` {
  static let errors: [(error: UserServiceError, sentence: String)] = [
    (.noUser(id: 9), "There is no user 9. Check the id, or load the users again."),
    (
      .badAnswer(request: "PUT /users/1/name", reason: "it is not a user"),
      "PUT /users/1/name: the response is invalid: it is not a user. Nothing was changed; update "
        + "the app, or contact the operator of the server."
    ),
    (
      .notRead(.init(cause: "closed", advice: "Open it again.")),
      "The users cannot be read. Open it again."
    ),
    (
      .notSaved(.init(cause: "full", advice: "Free some space."), isKept: true),
      "The server has the new name, and it is shown, but not saved yet. Free some space. It will be "
        + "saved with the next rename or at the next launch."
    ),
    (
      .notSaved(.init(cause: "full", advice: "Free some space."), isKept: false),
      "The server has the new name, and it is shown, but not saved yet. Free some space. It cannot "
        + "be noted for the next launch either: save again before the app ends."
    ),
  ]

  @Test(arguments: errors.indices)
  func `has a sentence as its localized description`(index: Int) {
    let (error, sentence) = Self.errors[index]
    #expect((error as any Error).localizedDescription == sentence)
  }
}
