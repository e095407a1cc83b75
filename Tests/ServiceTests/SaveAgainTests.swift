import Concurrency
import DataAccess
import Foundation
import HTTP
import Observing
import SQLite
import TestSupport
import Testing

@testable import Service

@Suite(.serialized)
struct `A save that fails`: ~Copyable {
  let scene: UserScene
  init() throws { scene = try UserScene(users: "Jake", "Ann") }

  /// Ways in which a database refuses writes.
  enum Refusal: String, CaseIterable, CustomTestStringConvertible {
    case readOnly = "read only"
    case locked
    case full

    var testDescription: String { rawValue }
  }

  @Test(arguments: Refusal.allCases)
  func `is reported, keeps the server's name, and is repeated later`(refusal: Refusal) async throws
  {
    let scene = refusal == .locked ? try UserScene(users: "Jake", "Ann", busyTimeout: .zero) : scene
    let service = scene.launch()
    let user = try service.user(1)
    let name = String(repeating: "Taylor", count: refusal == .full ? 2000 : 1)
    let outcome: RenameOutcome
    if refusal == .locked {
      let other = try Connection(at: scene.database)
      try other.execute("BEGIN IMMEDIATE")
      outcome = await service.rename(1, name)
      try other.execute("ROLLBACK")
    } else {
      try scene.rows.runOnWriter(refusal == .full ? "PRAGMA max_page_count = 1" : Self.refuse)
      outcome = await service.rename(1, name)
      try scene.rows.runOnWriter(refusal == .full ? "PRAGMA max_page_count = 1000" : Self.allow)
    }
    let stored = try scene.stored(1)
    guard case .notSaved(.notSaved(let failure, isKept: true)) = outcome else {
      Issue.record("the outcome is \(outcome)")
      return
    }
    #expect(failure.cause == refusal.rawValue)
    #expect(user.name.value == name)
    #expect(stored == "Jake")
    #expect(try scene.pending.all() == [PendingSave(id: 1, name: name)])

    try await service.saveAgain()
    #expect(try scene.stored(1) == name)
    #expect(try scene.pending.all() == [])
    #expect(scene.server.requests.count == 1)
  }

  static let refuse = "PRAGMA query_only = ON"
  static let allow = "PRAGMA query_only = OFF"

  @Test
  func `is reported even to a cancelled task`() async throws {
    try scene.rows.runOnWriter(Self.refuse)
    let service = scene.launch()
    _ = await service.rename(1, "Taylor")
    let saving = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await service.saveAgain()
    }
    let error = await #expect(throws: UserServiceError.self) { try await saving.value }
    #expect(error?.description == "not saved")
  }

  @Test(.timeLimit(.minutes(60)))
  func `is repeated by the next rename of another user`() async throws {
    let service = scene.launch()
    try await scene.renameUnsaved("Taylor", by: service)
    let saved = AsyncStream.makeStream(of: DataEvent.self)
    let saving = scene.rows.observe(on: .workingThread) { saved.continuation.yield($0) }
    let outcome = await service.rename(2, "Anna")
    for await event in saved.stream where event == .update(1) { break }
    try await service.saveAgain()
    #expect(outcome == .saved)
    #expect(try scene.pending.all() == [])
    #expect(try scene.stored(1) == "Taylor")
    #expect(try scene.stored(2) == "Anna")
    saving.end()
  }

  @Test(.timeLimit(.minutes(60)))
  func `is shown after a relaunch, which repeats the save`() async throws {
    try await scene.renameUnsaved("Taylor", by: scene.launch())
    scene.rows.close()
    let rows = try UserScene.open(scene.database)
    let saved = AsyncStream.makeStream(of: DataEvent.self)
    let saving = rows.observe(on: .workingThread) { saved.continuation.yield($0) }
    let service = scene.launch(over: rows)
    let user = try service.user(1)
    for await event in saved.stream where event == .update(1) { break }
    try await service.saveAgain()
    #expect(try scene.pending.all() == [])
    #expect(user.name.value == "Taylor")
    #expect(try scene.stored(1) == "Taylor")
    #expect(scene.server.requests.count == 1)
    saving.end()
    rows.close()
  }

  @Test
  func `is shown after a relaunch in which the database still refuses`() async throws {
    try scene.rows.runOnWriter(Self.refuse)
    _ = await scene.launch().rename(1, "Taylor")
    let next = scene.launch()
    let (user, listed) = (try next.user(1), try next.loadAll())
    #expect(user.name.value == "Taylor")
    #expect(listed.map { $0.name.value } == ["Taylor", "Ann"])
    let error = await #expect(throws: UserServiceError.self) { try await next.saveAgain() }
    #expect(error?.description == "not saved")
    #expect(try scene.stored(1) == "Jake")
    #expect(try scene.pending.all() == [PendingSave(id: 1, name: "Taylor")])
  }

  @Test
  func `is dropped when a later rename of the same user is saved`() async throws {
    let service = scene.launch()
    try await scene.renameUnsaved("Taylor", by: service)
    let outcome = await service.rename(1, "Zoe")
    let user = try scene.launch().user(1)
    #expect(outcome == .saved)
    #expect(user.name.value == "Zoe")
    #expect(try scene.stored(1) == "Zoe")
    #expect(try scene.pending.all() == [])
  }

  @Test
  func `stays pending under the later name when that is refused too`() async throws {
    let service = scene.launch()
    for name in ["Taylor", "Zoe"] { try await scene.renameUnsaved(name, by: service) }
    #expect(try scene.pending.all() == [PendingSave(id: 1, name: "Zoe")])
    try await service.saveAgain()
    #expect(try scene.stored(1) == "Zoe")
  }

  @Test
  func `whose name cannot be made pending reports that it is lost with the app`() async throws {
    let file = scene.folder.appending(path: "no-folder/notes")
    let pending = DataAccessFactory.pendingSaves(beside: file)
    let service = scene.launch(pending: pending)
    let user = try service.user(1)
    let outcome = try await scene.renameUnsaved("Taylor", by: service)
    guard case .notSaved(.notSaved(_, isKept: false)) = outcome else {
      Issue.record("the outcome is \(outcome)")
      return
    }
    #expect(user.name.value == "Taylor")
    try await service.saveAgain()
    #expect(try scene.stored(1) == "Taylor")
  }

  @Test
  func `whose pending saves are damaged reports it when it is repeated`() async throws {
    let notes = scene.database.appendingPathExtension("pending")
    try Data("no notes".utf8).write(to: notes)
    let service = scene.launch()
    let error = await #expect(throws: UserServiceError.self) { try await service.saveAgain() }
    let outcome = await service.rename(1, "Taylor")
    guard case .notRead(let failure) = error else {
      Issue.record("the error is \(String(describing: error))")
      return
    }
    #expect(failure.cause == "corrupt")
    #expect(outcome == .saved)
    #expect(try scene.stored(1) == "Taylor")
  }
}
