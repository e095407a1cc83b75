import Concurrency
import Foundation
import HTTP
import TestSupport
import Testing
import ThreadConfinement
import Workbook

@testable import Chapter_ConfinedStore

/// When one source fails, the data manager continues with the others.
@Suite(.serialized)
struct `A data manager whose sources fail`: ~Copyable {
  let scene: DataManagerScene
  init() throws { scene = try DataManagerScene() }

  @Test(arguments: [
    (StubResponse.fails(.offline), "offline"), (.status(500), "status 500"),
    (.fails(.refused), "connection refused"),
  ])
  func `inserts nothing when the server fails, and presents the known artists`(
    answer: StubResponse, error: String
  ) async throws {
    try scene.scratch.store([ArtistViewModel](named: "Ann"))
    let manager = scene.manager(answer)
    let isAnswered = await scene.load(manager)
    await manager.leave()
    #expect(!isAnswered)
    #expect(
      scene.log.entries == [
        "realm_task_thread: db select", "main: present 1 Ann", "datamanager: network request",
        "main: error: \(error)", "main: present 1 Ann",
      ])
  }

  @Test
  func `reports an invalid response and its address`() async {
    let manager = scene.manager(.json("{}"))
    await scene.load(manager, from: .network)
    await manager.leave()
    let error = scene.log.entries.first { $0.contains("error") } ?? ""
    #expect(error.contains("/artists: not a list of artists ("))
    #expect(error.hasSuffix("; check the address"))
    #expect(scene.log.entries.count == 3)
  }

  @Test
  func `continues with the server when the database cannot be read`() async throws {
    try Data("no database, and long enough to be taken for one".utf8).write(to: scene.scratch.file)
    let manager = scene.manager(.artists([1: "Ann"]))
    let isAnswered = await scene.load(manager)
    await manager.leave()
    let errors = scene.log.entries.filter { $0.hasPrefix("main: error: ") }
    let others = scene.log.entries.filter { !$0.hasPrefix("main: error: ") }
    #expect(isAnswered)
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.contains(scene.scratch.path) })
    #expect(others == ["datamanager: network request", "main: present 1 Ann"])
  }

  @Test
  func `reports a failed insertion and keeps the shown artists`() async throws {
    let gate = Gate()
    let server = InProcessServer.sending([1: "Ann"], after: gate)
    let manager = scene.manager(HTTPClient(server: server))
    let deliver = scene.deliver
    async let isAnswered = manager.load(from: .network, page: 1, deliver: deliver)
    await server.received(1)
    await manager.dbRoot.leave()
    gate.open()
    #expect(await isAnswered)
    #expect(
      scene.log.entries == [
        "datamanager: network request", "main: present 1 Ann",
        "main: error: the module was left and its database thread has ended; "
          + "enter the module again first",
      ])
  }

  @Test
  func `reports that the shipped artists cannot be read, and presents the stored ones`()
    async throws
  {
    try scene.scratch.store([ArtistViewModel](named: "Ann"))
    let file = try scene.scratch.artistFile("[1]")
    let manager = scene.manager(.fails(.offline), file: file)
    await scene.load(manager)
    await manager.leave()
    let delivered = scene.log.entries.filter { $0.hasPrefix("main") }
    let error = delivered.first ?? ""
    #expect(error.hasPrefix("main: error: \(file.url.path): no list of artists can be read ("))
    #expect(error.hasSuffix("; put the file back that came with the app"))
    #expect(
      delivered.dropFirst() == [
        "main: present 1 Ann", "main: error: offline", "main: present 1 Ann",
      ])
  }

  @Test
  func `presents the shipped artists when the database cannot be read`() async throws {
    try Data("no database, and long enough to be taken for one".utf8).write(to: scene.scratch.file)
    let file = try scene.scratch.artistFile(#"[{"id": 2, "name": "Bob"}]"#)
    let manager = scene.manager(.fails(.offline), file: file)
    await scene.load(manager)
    await manager.leave()
    let delivered = scene.log.entries.filter { $0.hasPrefix("main") }
    #expect(delivered.first?.contains(scene.scratch.path) == true)
    #expect(
      delivered.dropFirst() == [
        "main: present 2 Bob", "main: error: offline", "main: present 2 Bob",
      ])
  }

  @Test
  func `inserts with the next response the artists whose insertion failed`() async throws {
    let folder = scene.scratch.url.appending(path: "later")
    let manager = DataManager(
      dbRoot: DBRoot(.artists(in: folder.appending(path: "artists.db"))),
      networkService: NetworkService(.answering(.artists([1: "Ann"]))))
    await scene.load(manager, from: .network)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    await scene.load(manager, from: .network)
    let stored = try await manager.dbRoot.select()
    await manager.leave()
    #expect(scene.log.entries.map { $0.hasPrefix("main: error: ") } == [false, true, false])
    #expect(stored.listed == "1 Ann")
  }
}
