import Concurrency
import DataAccess
import HTTP
import Observing
import TestSupport
import Testing

@testable import Service

/// The database has other writers, such as an import or another screen's service.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct `A model follows its row`: ~Copyable {
  let scene: UserScene
  init() throws { scene = try UserScene(users: "Jake", "Ann") }

  /// Makes a change and waits for the user's next name.
  func nextName(of user: any User, after change: () throws -> Void) async rethrows -> String? {
    let (names, name) = AsyncStream.makeStream(of: String.self)
    let binding = user.name.observe { name.yield($0.new) }
    try change()
    defer { binding.end() }
    for await name in names { return name }
    return nil
  }

  @Test
  func `when another writer updates it`() async throws {
    let service = scene.launch()
    let (first, second) = (try service.user(1), try service.user(2))
    let name = try await nextName(of: second) {
      try scene.rows.update(UserRawModel(id: 2, name: "Anna"))
    }
    #expect(name == "Anna")
    #expect(first.name.value == "Jake")
  }

  @Test
  func `when all rows were written at once`() async throws {
    let service = scene.launch()
    let user = try service.user(2)
    let name = try await nextName(of: user) {
      try scene.rows.write { rows in
        try rows.deleteAll()
        try rows.insert((1...200).map { UserRawModel(id: $0, name: "Bob \($0)") })
      }
    }
    #expect(name == "Bob 2")
  }

  @Test
  func `when it changes to other bytes of an equal name`() async throws {
    let service = scene.launch()
    _ = await service.rename(1, "Andr\u{e9}")
    let user = try service.user(1)
    let name = try await nextName(of: user) {
      try scene.rows.update(UserRawModel(id: 1, name: "Andre\u{301}"))
    }
    #expect(name.map { Array($0.utf8) } == Array("Andre\u{301}".utf8))
  }

  @Test
  func `and changes once by its own rename`() async throws {
    let service = scene.launch()
    let user = try service.user(1)
    let changes = Locked<[String]>([])
    let binding = user.name.observe { change in changes.withLock { $0.append(change.new) } }
    _ = await service.rename(1, "Taylor")
    // The second rename runs after the service has read the row, in the same queue.
    _ = await service.rename(1, "Zoe")
    #expect(changes.withLock { $0 } == ["Taylor", "Zoe"])
    binding.end()
  }

  @Test(arguments: [false, true])
  func `even when it is written during the first read`(inList: Bool) async throws {
    let writer = Locked<UserDatabase?>(nil)
    let rows = try UserDatabase(at: scene.database, busyTimeout: .seconds(300)) { step in
      guard step == .conversion(1), let rows = writer.withLock({ $0.take() }) else { return }
      let isWritten = Gate()
      rows.write(completingOn: .workingThread) {
        try $0.update(UserRawModel(id: 1, name: "Bob"))
      } completion: { _ in
        isWritten.open()
      }
      isWritten.wait()
    }
    let service = scene.launch(over: rows)
    writer.withLock { $0 = rows }
    let user = inList ? try service.loadAll()[0] : try service.user(1)
    let (names, name) = AsyncStream.makeStream(of: String.self)
    let binding = user.name.bind { name.yield($0) }
    for await name in names where name == "Bob" { break }
    binding.end()
    rows.close()
  }

  /// The user is released and read again after the service has read the row of the first change.
  @Test
  func `and never goes back to an earlier name`() async throws {
    let (user, binding) = (Locked<(any User)?>(nil), Locked<Binding?>(nil))
    let (names, isReadAgain) = (Recorder<String>(), Gate())
    let service = Locked<StoredUserService?>(nil)
    let rows = RecordingRows(rows: scene.rows) { [rows = scene.rows] in
      guard ThreadPool.currentName == "service.worker",
        let service = service.withLock({ $0.take() })
      else { return }
      user.withLock { $0 = nil }
      try? rows.update(UserRawModel(id: 1, name: "Cid"))
      user.withLock { $0 = try? service.user(1) }
      binding.withLock { $0 = user.withLock { $0?.name.bind { names.record($0) } } }
      isReadAgain.open()
    }
    let own = scene.launch(over: rows)
    try user.withLock { $0 = try own.user(1) }
    service.withLock { $0 = own }
    try scene.rows.update(UserRawModel(id: 1, name: "Bob"))
    await isReadAgain.passed()
    _ = await own.rename(1, "Taylor")
    #expect(names.entries == ["Jake", "Bob", "Cid", "Taylor"])
    withExtendedLifetime((user, binding)) {}
  }

  @Test
  func `but not while its own name is pending`() async throws {
    let service = scene.launch()
    let user = try service.user(1)
    try await scene.renameUnsaved("Taylor", by: service)
    try scene.rows.update(UserRawModel(id: 1, name: "Bob"))
    try await service.saveAgain()
    #expect(user.name.value == "Taylor")
    #expect(try scene.stored(1) == "Taylor")
  }

  @Test
  func `and stays when its row is deleted`() async throws {
    let service = scene.launch()
    let user = try service.user(1)
    try scene.rows.delete(1)
    #expect(user.name.value == "Jake")
    #expect(throws: UserServiceError.noUser(id: 1)) { try service.user(1) }
  }
}

@Suite(.serialized)
struct `Known users`: ~Copyable {
  @Test
  func `have the pending name instead of their row's, and one model each`() {
    let known = KnownUsers(unsaved: [
      PendingSave(id: 1, name: "Taylor"), PendingSave(id: 3, name: "Bob"),
    ])
    let rows = [UserRawModel(id: 1, name: "Jake"), UserRawModel(id: 2, name: "Ann")]
    let models = known.models(of: rows)
    let again = known.models(of: [UserRawModel(id: 2, name: "Anna")])
    #expect(models.map(\.name.value) == ["Taylor", "Ann"])
    #expect(again[0] === models[1])
    #expect(known.unsaved == [1, 3])
  }

  @Test
  func `that are released take no space`() {
    let known = KnownUsers(unsaved: [])
    for id in Int64(1)...10_000 { _ = known.models(of: [UserRawModel(id: id, name: "Jake")]) }
    #expect(known.ids == [])
    #expect(known.entryCount < 200)
  }
}
