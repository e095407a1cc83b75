import Concurrency
import HTTP
import TestSupport
import Testing
import ThreadConfinement
import Workbook

@testable import Chapter_ConfinedStore

/// The steps and updates of a data manager, and the threads on which they happen.
@Suite(.serialized)
struct `The data manager`: ~Copyable {
  let scene: DataManagerScene
  init() throws { scene = try DataManagerScene() }

  @Test
  func `selects, presents, requests, presents and inserts, each on its thread`() async throws {
    try scene.scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    let manager = scene.manager(.artists([2: "Bobby", 3: "Cid"]))
    let isAnswered = await scene.load(manager)
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(isAnswered)
    #expect(
      scene.log.entries == [
        "realm_task_thread: db select", "main: present 1 Ann, 2 Bob",
        "datamanager: network request", "main: present 1 Ann, 2 Bobby, 3 Cid",
        "realm_task_thread: db insert 2 view models", "realm_task_thread: db select",
      ])
    #expect(stored.listed == "1 Ann, 2 Bobby, 3 Cid")
  }

  @Test
  func `presents nothing of an empty database`() async throws {
    let manager = scene.manager(.artists([1: "Ann"]))
    await scene.load(manager)
    await manager.leave()
    #expect(
      scene.log.entries == [
        "realm_task_thread: db select", "datamanager: network request", "main: present 1 Ann",
        "realm_task_thread: db insert 1 view models",
      ])
  }

  @Test
  func `cancels pending requests when the module is left`() async throws {
    let server = InProcessServer.sending([:], after: Gate())
    let manager = scene.manager(HTTPClient(server: server))
    let deliver = scene.deliver
    async let isAnswered = manager.load(from: .network, page: 1, deliver: deliver)
    await server.received(1)
    await manager.leave()
    #expect(await !isAnswered)
    let later = await manager.load(from: .network, page: 1, deliver: deliver)
    #expect(!later)
    #expect(
      scene.log.entries.filter { $0.contains("error") }
        == ["main: error: cancelled", "main: error: cancelled"])
  }

  @Test
  func `drops a response that arrives after that of a later request`() async throws {
    let gates = [Gate(), Gate()]
    let server = InProcessServer()
    server.answer(
      .get, NetworkService.path, with: StubResponse.artists([1: "Old"]).held(by: gates[0]),
      StubResponse.artists([1: "New"]).held(by: gates[1]))
    let manager = scene.manager(HTTPClient(server: server))
    let deliver = scene.deliver
    async let first = manager.load(from: .network, page: 1, deliver: deliver)
    await server.received(1)
    async let second = manager.load(from: .network, page: 1, deliver: deliver)
    await server.received(2)
    gates[1].open()
    _ = await second
    gates[0].open()
    _ = await first
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(stored.listed == "1 New")
    #expect(
      scene.log.entries.filter { $0.hasPrefix("main") }
        == Array(repeating: "main: present 1 New", count: 2))
  }

  @Test
  func `keeps a user's change during a request`() async throws {
    try scene.scratch.store([ArtistViewModel](named: "Ann"))
    let gate = Gate()
    let server = InProcessServer.sending([1: "Annie"], after: gate)
    let manager = scene.manager(HTTPClient(server: server))
    let deliver = scene.deliver
    async let isAnswered = manager.load(from: .databaseThenNetwork, page: 1, deliver: deliver)
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
  func `keeps the stored user's part when only the server was requested`() async throws {
    var ann = [ArtistViewModel](named: "Ann")
    ann[0].highlighted = true
    try scene.scratch.store(ann)
    let manager = scene.manager(.artists([1: "Annie"]))
    await scene.load(manager, from: .network)
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(stored.map { "\($0) \($0.highlighted)" } == ["1 Annie true"])
  }
}

/// A data manager, and a log of its parts' steps and of the updates that it delivers.
struct DataManagerScene: ~Copyable {
  let scratch: ScratchFolder
  let log = Recorder<String>()
  init() throws { scratch = try ScratchFolder() }

  /// Records each entry with the name of its thread or queue.
  var stepLog: StepLog {
    StepLog { [log] note in
      log.record("\(StoreThread.name ?? DataManagerQueue.currentLabel ?? "other"): \(note)")
    }
  }

  func manager(_ client: HTTPClient, file: ArtistFile? = nil) -> DataManager {
    DataManager(
      dbRoot: DBRoot(scratch.configuration, stepLog: stepLog),
      networkService: NetworkService(client, stepLog: stepLog), file: file)
  }

  func manager(_ first: StubResponse, file: ArtistFile? = nil) -> DataManager {
    manager(HTTPClient.answering(first), file: file)
  }

  /// Loads the first page, and logs the updates.
  @discardableResult
  func load(
    _ manager: DataManager, from source: DataManager.Source = .databaseThenNetwork
  ) async -> Bool {
    await manager.load(from: source, page: 1, deliver: deliver)
  }

  var deliver: DataManager.Delivery {
    { [log] update in
      MainActor.assertIsolated()
      switch update {
      case .artists(let artists): log.record("main: present \(artists.listed)")
      case .failure(let error): log.record("main: error: \(error.briefly)")
      }
    }
  }
}

extension InProcessServer {
  /// Creates a server that sends these artists when the gate is open.
  static func sending(_ artists: KeyValuePairs<Int, String>, after gate: Gate) -> InProcessServer {
    let server = InProcessServer()
    server.answer(.get, NetworkService.path, with: StubResponse.artists(artists).held(by: gate))
    return server
  }
}
