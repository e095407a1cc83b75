import HTTP
import ThreadConfinement
import Workbook

extension Page {
  static let refresh = Page(
    "refresh", "Two refreshes, the second one without a network",
    drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    let stepLog = StepLog(in: transcript) { transcript.line($0) }
    let manager = MainManager(
      scratch.configuration,
      client: .answering(.artists([1: "Ann", 2: "Bobby", 3: "Cid"]), .fails(.offline)),
      stepLog: stepLog)
    let controller = ArtistsViewController(manager, stepLog: stepLog)
    manager.display = controller
    await manager.load(from: .network)
    await manager.load(from: .network)
    await manager.leave()
    // The manager references its display weakly.
    withExtendedLifetime(controller) {}
  }
}
