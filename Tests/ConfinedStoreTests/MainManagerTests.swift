import Concurrency
import Foundation
import HTTP
import TestSupport
import Testing
import ThreadConfinement
import Workbook

@testable import Chapter_ConfinedStore

@Suite(.serialized)
@MainActor
struct `The main manager`: ~Copyable {
  let scratch: ScratchFolder
  let log = Recorder<String>()
  init() throws { scratch = try ScratchFolder() }

  private func manager(_ client: HTTPClient) -> MainManager {
    MainManager(scratch.configuration, client: client)
  }

  private func controller(_ manager: MainManager) -> ArtistsViewController {
    ArtistsViewController(manager, stepLog: StepLog { [log] in log.record($0) })
  }

  @Test
  func `requests the page after the last received one`() async {
    let server = InProcessServer()
    server.answer(
      .get, NetworkService.path, with: .artists([1: "Ann"]), .fails(.offline), .artists([2: "Bob"]),
      .artists([1: "Ann"]), .artists([3: "Cid"]))
    let manager = manager(HTTPClient(server: server))
    await manager.load()
    await manager.loadMore()
    await manager.loadMore()
    await manager.load(from: .network)
    await manager.loadMore()
    await manager.leave()
    #expect(server.requests.map(\.page) == ["1", "2", "2", "1", "2"])
    #expect(manager.nextPage == 3)
  }

  @Test
  func `requests one further page at a time`() async {
    let gate = Gate()
    let server = InProcessServer.sending([:], after: gate)
    let manager = manager(HTTPClient(server: server))
    let first = Task { await manager.loadMore() }
    await server.received(1)
    await manager.loadMore()
    gate.open()
    await first.value
    await manager.leave()
    #expect(server.requests.count == 1)
  }

  @Test
  func `filters the presented artists, and keeps the others`() async {
    let manager = manager(.answering(.artists([1: "Ann", 2: "Bob", 3: "Cara"])))
    let controller = controller(manager)
    manager.display = controller
    await manager.load()
    manager.filter = "A"
    manager.filter = "nobody"
    manager.filter = ""
    #expect(
      log.entries == [
        "present 1 Ann, 2 Bob, 3 Cara", "present 1 Ann, 3 Cara", "present ",
        "present 1 Ann, 2 Bob, 3 Cara",
      ])
    await manager.leave()
    withExtendedLifetime(controller) {}
  }

  @Test
  func `changes an artist in memory at once, posts the change, and stores it`() async throws {
    let manager = manager(.answering(.artists([1: "Ann"])))
    await manager.load()
    let announced = Recorder<Int?>()
    let registration = manager.notifications.addObserver(
      forName: MainManager.artistDidChange, object: nil, queue: nil
    ) { announced.record($0.userInfo?["id"] as? Int) }
    try await manager.change(1, .name("Anna"))
    try await manager.change(1, .highlighted(true))
    try await manager.change(7, .name("Nobody"))
    manager.notifications.removeObserver(registration)
    let stored = try await manager.dataManager.dbRoot.select()
    #expect(announced.entries == [1, 1])
    #expect(manager.viewModels == stored)
    #expect(stored.map { "\($0) \($0.highlighted)" } == ["1 Anna true"])
    await manager.leave()
  }

  @Test
  func `presents nothing after the module was left, and retains nothing`() async throws {
    try scratch.store([ArtistViewModel](named: "Ann"))
    let gate = Gate()
    let server = InProcessServer.sending([1: "Ann"], after: gate)
    let manager = manager(HTTPClient(server: server))
    let controller = controller(manager)
    controller.viewDidLoad()
    await server.received(1)
    await manager.leave()
    gate.open()
    await controller.loading?.value
    #expect(manager.viewModels == [])
    #expect(
      log.entries.filter { $0.hasPrefix("present") || $0.hasPrefix("error") } == ["present 1 Ann"])
  }

  @Test
  func `stores a change made right before a cancelled task leaves`() async throws {
    try scratch.store([ArtistViewModel](named: "Ann"))
    let manager = manager(.answering(.artists([1: "Ann"])))
    await manager.load()
    let tap = Task { try await manager.change(1, .highlighted(true)) }
    let stored = await Task { [scratch = scratch.configuration] in
      withUnsafeCurrentTask { $0?.cancel() }
      await manager.leave()
      return try? ConfinedStore.open(scratch).objects(ArtistViewModel.self).map(\.highlighted)
    }.value
    try await tap.value
    #expect(stored == [true])
  }

  @Test
  func `is released with its parts after leaving`() async {
    weak var manager: MainManager?
    weak var root: DBRoot?
    do {
      let entered = self.manager(.answering(.artists([1: "Ann"])))
      (manager, root) = (entered, entered.dataManager.dbRoot)
      await entered.load()
      await entered.leave()
    }
    #expect(manager == nil)
    #expect(root == nil)
  }
}
