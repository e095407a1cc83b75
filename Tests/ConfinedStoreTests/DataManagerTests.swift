import Foundation
import HTTP
import Testing
import ThreadConfinement

@testable import Chapter_ConfinedStore

/// What a data manager does and tells, and where.
struct `The data manager`: ~Copyable {
  let scratch: Scratch
  let told = Recorder<String>()

  init() throws { scratch = try Scratch() }

  /// Notes with a name of the place that they are made in.
  private var journal: Journal {
    Journal { [told] note in
      told.record("\(PresentThread.name ?? DataManagerQueue.presentLabel ?? "other"): \(note)")
    }
  }

  private func manager(_ client: HTTPClient, file: ArtistFile? = nil) -> DataManager {
    DataManager(
      dbRoot: DBRoot(scratch.configuration, journal: journal),
      networkService: NetworkService(client, journal: journal), file: file)
  }

  private var tell: DataManager.Tell {
    { [told] update in
      MainActor.assertIsolated()
      switch update {
      case .artists(let artists): told.record("main: present \(artists.listed)")
      case .failure(let error): told.record("main: error: \(error.briefly)")
      }
    }
  }

  @Test
  func `selects, presents, requests, presents and inserts, each in its place`() async throws {
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    let manager = manager(.answering(.artists([2: "Bobby", 3: "Cid"])))
    let isAnswered = await manager.load(from: .databaseThenNetwork, page: 1, tell: tell)
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(isAnswered)
    #expect(
      told.entries == [
        "realm_task_thread: db select", "main: present 1 Ann, 2 Bob",
        "datamanager: network request", "main: present 1 Ann, 2 Bobby, 3 Cid",
        "realm_task_thread: db insert 2 view models", "realm_task_thread: db select",
      ])
    #expect(stored.listed == "1 Ann, 2 Bobby, 3 Cid")
  }

  @Test
  func `presents nothing of an empty database`() async throws {
    let manager = manager(.answering(.artists([1: "Ann"])))
    _ = await manager.load(from: .databaseThenNetwork, page: 1, tell: tell)
    await manager.leave()
    #expect(
      told.entries == [
        "realm_task_thread: db select", "datamanager: network request", "main: present 1 Ann",
        "realm_task_thread: db insert 1 view models",
      ])
  }

  @Test(arguments: [
    (Answer.fails(.offline), "offline"), (.status(500), "status 500"),
    (.fails(.refused), "connection refused"),
  ])
  func `inserts nothing when the server fails, and presents what it has`(
    answer: Answer, error: String
  ) async throws {
    try scratch.store([ArtistViewModel](named: "Ann"))
    let manager = manager(.answering(answer))
    let isAnswered = await manager.load(from: .databaseThenNetwork, page: 1, tell: tell)
    await manager.leave()
    #expect(!isAnswered)
    #expect(
      told.entries == [
        "realm_task_thread: db select", "main: present 1 Ann", "datamanager: network request",
        "main: error: \(error)", "main: present 1 Ann",
      ])
  }

  @Test
  func `says of an answer that is something else what it is, and where it came from`() async {
    let manager = manager(.answering(.json("{}")))
    _ = await manager.load(from: .network, page: 1, tell: tell)
    await manager.leave()
    let error = told.entries.first { $0.contains("error") } ?? ""
    #expect(error.contains("/artists: not a list of artists ("))
    #expect(error.hasSuffix("; check the address"))
    #expect(told.entries.count == 3)
  }

  @Test
  func `goes on to the server when the database cannot be read`() async throws {
    try Data("no database, and long enough to be taken for one".utf8).write(to: scratch.file)
    let manager = manager(.answering(.artists([1: "Ann"])))
    let isAnswered = await manager.load(from: .databaseThenNetwork, page: 1, tell: tell)
    await manager.leave()
    let errors = told.entries.filter { $0.hasPrefix("main: error: ") }
    let others = told.entries.filter { !$0.hasPrefix("main: error: ") }
    #expect(isAnswered)
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.contains(scratch.path) })
    #expect(others == ["datamanager: network request", "main: present 1 Ann"])
  }

  @Test
  func `tells that inserting failed, and keeps what is shown`() async throws {
    let gate = Gate()
    let server = InProcessServer()
    server.answer(
      .get, NetworkService.path, with: Answer.artists([1: "Ann"]).held(by: gate))
    let manager = manager(HTTPClient(server: server))
    let tell = tell
    async let isAnswered = manager.load(from: .network, page: 1, tell: tell)
    await server.received(1)
    await manager.dbRoot.leave()
    gate.open()
    #expect(await isAnswered)
    #expect(
      told.entries == [
        "datamanager: network request", "main: present 1 Ann",
        "main: error: the module was left and its database thread has ended; "
          + "enter the module again first",
      ])
  }

  @Test
  func `cancels what is on its way when the module is left`() async throws {
    let server = InProcessServer()
    server.answer(.get, NetworkService.path, with: Answer.artists([:]).held(by: Gate()))
    let manager = manager(HTTPClient(server: server))
    let tell = tell
    async let isAnswered = manager.load(from: .network, page: 1, tell: tell)
    await server.received(1)
    await manager.leave()
    #expect(await !isAnswered)
    let later = await manager.load(from: .network, page: 1, tell: tell)
    #expect(!later)
    #expect(
      told.entries.filter { $0.contains("error") }
        == ["main: error: cancelled", "main: error: cancelled"])
  }

  @Test
  func `drops an answer that comes after that of a later request`() async throws {
    let gates = [Gate(), Gate()]
    let server = InProcessServer()
    server.answer(
      .get, NetworkService.path, with: Answer.artists([1: "Old"]).held(by: gates[0]),
      Answer.artists([1: "New"]).held(by: gates[1]))
    let manager = manager(HTTPClient(server: server))
    let tell = tell
    async let first = manager.load(from: .network, page: 1, tell: tell)
    await server.received(1)
    async let second = manager.load(from: .network, page: 1, tell: tell)
    await server.received(2)
    gates[1].open()
    _ = await second
    gates[0].open()
    _ = await first
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(stored.listed == "1 New")
    #expect(
      told.entries.filter { $0.hasPrefix("main") }
        == Array(repeating: "main: present 1 New", count: 2))
  }

  @Test
  func `keeps what the user does while an answer is on its way`() async throws {
    try scratch.store([ArtistViewModel](named: "Ann"))
    let gate = Gate()
    let server = InProcessServer()
    server.answer(
      .get, NetworkService.path, with: Answer.artists([1: "Annie"]).held(by: gate))
    let manager = manager(HTTPClient(server: server))
    let tell = tell
    async let isAnswered = manager.load(from: .databaseThenNetwork, page: 1, tell: tell)
    await server.received(1)
    let changed = manager.change(1, .highlighted(true))
    try await manager.save(1).value()
    gate.open()
    #expect(await isAnswered)
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(changed?.highlighted == true)
    #expect(stored.map { "\($0) \($0.highlighted)" } == ["1 Annie true"])
  }

  @Test
  func `keeps what is stored of the user's own when only the server was asked`() async throws {
    var ann = [ArtistViewModel](named: "Ann")
    ann[0].highlighted = true
    try scratch.store(ann)
    let manager = manager(.answering(.artists([1: "Annie"])))
    _ = await manager.load(from: .network, page: 1, tell: tell)
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(stored.map { "\($0) \($0.highlighted)" } == ["1 Annie true"])
  }

  @Test
  func `says that the artists that come with the app cannot be read`() async throws {
    let file = try scratch.artistFile("[1]")
    let manager = manager(.answering(.artists([1: "Ann"])), file: file)
    _ = await manager.load(from: .databaseThenNetwork, page: 1, tell: tell)
    await manager.leave()
    let error = told.entries.first { $0.hasPrefix("main: error: ") } ?? ""
    #expect(error.hasPrefix("main: error: \(file.url.path): no list of artists can be read ("))
    #expect(error.hasSuffix("; put the file back that came with the app"))
    #expect(told.entries.last == "realm_task_thread: db insert 1 view models")
  }

  @Test
  func `deletes one artist and no other`() async throws {
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    let manager = manager(.answering(.artists([:])))
    try await manager.dbRoot.delete(1)
    try await manager.dbRoot.delete(7)
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(stored.listed == "2 Bob")
  }
}
