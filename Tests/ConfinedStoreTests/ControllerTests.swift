import HTTP
import TestSupport
import Testing
import ThreadConfinement
import Workbook

@testable import Chapter_ConfinedStore

@Suite(.serialized)
@MainActor
struct `The controller`: ~Copyable {
  let scratch: ScratchFolder
  let log = Recorder<String>()

  init() throws {
    let scratch = try ScratchFolder()
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    self.scratch = scratch
  }

  /// Enters the screen.
  private func controller() async -> ArtistsViewController {
    let manager = MainManager(scratch.configuration, client: .answering(.artists([:])))
    let controller = ArtistsViewController(manager, stepLog: StepLog { [log] in log.record($0) })
    controller.viewDidLoad()
    await controller.loading?.value
    return controller
  }

  @Test
  func `binds only the cell of an artist that another screen has changed`() async throws {
    let controller = await controller()
    let cells = controller.cells
    try await controller.manager.change(2, .name("Bobby"))
    await controller.manager.leave()
    #expect(controller.cells.map(ObjectIdentifier.init) == cells.map(ObjectIdentifier.init))
    #expect(cells.map(\.text) == ["Ann", "Bobby"])
    #expect(log.entries.last == "present 1 Ann, 2 Bob")
  }

  @Test
  func `passes a tap to its business object, which toggles the highlight`() async throws {
    let controller = await controller()
    await controller.onTap?(1)
    await controller.onTap?(2)
    await controller.onTap?(2)
    await controller.onTap?(7)
    let stored = try await controller.manager.dataManager.dbRoot.select()
    await controller.manager.leave()
    #expect(controller.cells.map(\.isHighlighted) == [true, false])
    #expect(stored.map(\.highlighted) == [true, false])
  }

  @Test
  func `shows that a tap could not be stored`() async throws {
    let controller = await controller()
    await controller.manager.dataManager.leave()
    await controller.onTap?(1)
    #expect(log.entries.last?.hasPrefix("error: the module was left") == true)
  }
}
