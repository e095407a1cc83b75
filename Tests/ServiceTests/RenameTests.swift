import Concurrency
import DataAccess
import Foundation
import HTTP
import Observing
import TestSupport
import Testing

@testable import Service

@Suite(.serialized)
struct `A rename`: ~Copyable {
  let scene: UserScene
  init() throws { scene = try UserScene(users: "Jake", "Ann") }

  @Test
  func `reaches the server, then the model, then the database`() async throws {
    let service = scene.launch()
    let user = try service.user(1)
    let binding = user.name.observe { [scene] change in
      let stored = (try? scene.stored(1)) ?? "nothing"
      scene.history.record("model \(change.old) -> \(change.new), stored \(stored)")
    }
    let saving = scene.rows.observe(on: .workingThread) { [history = scene.history] event in
      history.record("database \(event)")
    }
    let outcome = await service.rename(1, "Taylor")
    let (lines, stored) = (scene.history.entries, try scene.stored(1))
    #expect(outcome == .saved)
    #expect(
      lines == ["server 1 Taylor", "model Jake -> Taylor, stored Jake", "database update(1)"])
    #expect(stored == "Taylor")
    withExtendedLifetime((binding, saving)) {}
  }

  @Test
  func `is sent as JSON to its user's path`() async throws {
    _ = await scene.launch().rename(2, "Anna")
    let request = try #require(scene.server.requests.first)
    let body = String(decoding: request.body ?? Data(), as: UTF8.self)
    #expect(scene.server.requests.count == 1)
    #expect(request.description == "PUT /users/2/name")
    #expect(body == #"{"name":"Anna"}"#)
  }

  @Test
  func `takes the name of the server's response`() async throws {
    scene.server.answer(.put, "/users/1/name", with: .json(#"{"id":1,"name":"Tay","age":7}"#))
    let service = scene.launch()
    let user = try service.user(1)
    let outcome = await service.rename(1, "tay")
    #expect(outcome == .saved)
    #expect(user.name.value == "Tay")
    #expect(try scene.stored(1) == "Tay")
  }

  @Test(arguments: [
    "O'Brien", "\"quoted\"", "Robert'); DROP TABLE user;--", "👨‍👩‍👧 Ann", "Taylor\nJake\r\n\tBob",
    "Andre\u{301}", "Andr\u{e9}", "\u{0}nul", "\\u0041 %@ %00 ?1 :name", "名前", "\u{202e}txet",
  ])
  func `keeps each name unchanged in all three layers`(name: String) async throws {
    let service = scene.launch()
    let user = try service.user(1)
    let outcome = await service.rename(1, name)
    let stored = try #require(try scene.stored(1))
    let other = try scene.stored(2)
    #expect(outcome == .saved)
    #expect(scene.history.entries == ["server 1 \(name)"])
    #expect(Array(user.name.value.utf8) == Array(name.utf8))
    #expect(Array(stored.utf8) == Array(name.utf8))
    #expect(other == "Ann")
  }

  static let failures: [(answer: StubResponse, text: String)] = [
    (.status(500), "failure 500"), (.status(301), "failure 301"), (.status(403), "failure 403"),
    (.status(404), "no user 1"), (.fails(.offline), "offline"),
    (.fails(.refused), "connection refused"), (.fails(.timeout), "timeout"),
    (.fails(.notHTTP), "not an HTTP answer"), (.json(""), "answer not understood"),
    (.json("<html>"), "answer not understood"), (.json("{}"), "answer not understood"),
    (.json(#"{"id":2,"name":"Taylor"}"#), "answer not understood"),
    (.json(#"{"id":1,"name":null}"#), "answer not understood"),
    (.json(#"{"id":"1","name":"Taylor"}"#), "answer not understood"),
  ]

  @Test(arguments: failures.indices)
  func `that the server does not confirm changes nothing`(index: Int) async throws {
    let (answer, text) = Self.failures[index]
    scene.server.answer(.put, "/users/1/name", with: answer)
    let service = scene.launch()
    let user = try service.user(1)
    let binding = user.name.observe { [history = scene.history] _ in history.record("model") }
    let saving = scene.rows.observe(on: .workingThread) { [history = scene.history] _ in
      history.record("database")
    }
    let outcome = await service.rename(1, "Taylor")
    guard case .refused(let error) = outcome else {
      Issue.record("the outcome is \(outcome)")
      return
    }
    #expect(error.description == text)
    #expect(error.localizedDescription.count > 30)
    #expect(user.name.value == "Jake")
    #expect(try scene.stored(1) == "Jake")
    #expect(scene.history.entries == [])
    #expect(try scene.pending.all() == [])
    withExtendedLifetime((binding, saving)) {}
  }

  @Test
  func `of an unknown user is refused before a request is sent`() async {
    let outcome = await scene.launch().rename(3, "Taylor")
    #expect(outcome == .refused(.noUser(id: 3)))
    #expect(scene.server.requests == [])
  }

  @Test
  func `returns before the response, and completes once, at the place of delivery`() async throws {
    let (gate, thread) = (Gate(), ThreadPool(name: "service"))
    scene.server.answer(
      .put, "/users/1/name", with: .json(#"{"id":1,"name":"Taylor"}"#).held(by: gate))
    let service = scene.launch(deliveringOn: .thread(thread))
    let user = try service.user(1)
    let history = scene.history
    let binding = user.name.observe { _ in
      history.record("model on \(ThreadPool.currentName ?? "another thread")")
    }
    let (outcomes, outcome) = AsyncStream.makeStream(of: RenameOutcome.self)
    service.modifyUserName("Taylor", of: 1) { result in
      history.record("notified on \(ThreadPool.currentName ?? "another thread")")
      outcome.yield(result)
      outcome.finish()
    }
    history.record("returned")
    gate.open()
    for await _ in outcomes {}
    thread.finish()
    #expect(history.entries == ["returned", "model on service", "notified on service"])
    binding.end()
  }
}
