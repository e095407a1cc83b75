import Concurrency
import DataAccess
import Foundation
import HTTP
import Observing
import TestSupport
import Testing

@testable import Service

/// The pending save of a name, beside the database.
@Suite(.serialized)
struct `A pending save`: ~Copyable {
  let scene: UserScene
  init() throws { scene = try UserScene(users: "Jake") }

  @Test
  func `is added before each save and removed after it`() async throws {
    let service = scene.launch(pending: RecordedPendingSaves(scene.pending, in: scene.history))
    let saving = scene.rows.observe(on: .workingThread) { [history = scene.history] _ in
      history.record("database")
    }
    let outcome = await service.rename(1, "Taylor")
    #expect(outcome == .saved)
    #expect(
      scene.history.entries == ["server 1 Taylor", "note Taylor", "database", "forget Taylor"])
    #expect(try scene.pending.all() == [])
    saving.end()
  }

  @Test
  func `is added once for a name that is refused, and again for a later name`() async throws {
    let service = scene.launch(pending: RecordedPendingSaves(scene.pending, in: scene.history))
    let saving = scene.rows.observe(on: .workingThread) { [history = scene.history] _ in
      history.record("database")
    }
    try await scene.renameUnsaved("Taylor", by: service)
    _ = await service.rename(1, "Zoe")
    #expect(
      scene.history.entries == [
        "server 1 Taylor", "note Taylor", "server 1 Zoe", "note Zoe", "database", "forget Zoe",
      ])
    saving.end()
  }

  @Test
  func `that could not be removed is replaced by the next name`() async throws {
    let pending = RecordedPendingSaves(scene.pending, in: scene.history, keepsFirst: true)
    let service = scene.launch(pending: pending)
    let first = await service.rename(1, "Taylor")
    let left = try scene.pending.all()
    let second = await service.rename(1, "Zoe")
    let next = scene.launch()
    let user = try next.user(1)
    try await next.saveAgain()
    #expect([first, second] == [.saved, .saved])
    #expect(left == [PendingSave(id: 1, name: "Taylor")])
    #expect(user.name.value == "Zoe")
    #expect(try scene.stored(1) == "Zoe")
    #expect(try scene.pending.all() == [])
  }

  @Test(.exitTest)
  func `restores the name of a process that was killed while it saved`() async throws {
    let path = scene.database.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let database = URL(filePath: path)
      let rows = try UserDatabase(at: database, busyTimeout: .seconds(300)) {
        if $0 == .write { kill(getpid(), SIGKILL) }
      }
      let server = InProcessServer()
      server.answer(.put, "/users/1/name", with: .json(#"{"id":1,"name":"Taylor"}"#))
      let service = StoredUserService(
        rows, HTTPUserServer(client: HTTPClient(server: server)),
        pending: DataAccessFactory.pendingSaves(beside: database), deliveringOn: .workingThread)
      _ = await service.rename(1, "Taylor")
    }
    let (stored, noted) = (try scene.stored(1), try scene.pending.all())
    let service = scene.launch()
    let user = try service.user(1)
    try await service.saveAgain()
    #expect(stored == "Jake")
    #expect(noted == [PendingSave(id: 1, name: "Taylor")])
    #expect(user.name.value == "Taylor")
    #expect(try scene.stored(1) == "Taylor")
    #expect(try scene.pending.all() == [])
  }
}
