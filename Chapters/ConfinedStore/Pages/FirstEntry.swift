import ThreadConfinement
import Workbook

extension Page {
  static let firstEntry = Page(
    "first-entry", "A screen is entered: what does it show, and when?",
    drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    let stepLog = StepLog(in: transcript) { transcript.line($0) }
    let manager = MainManager(
      scratch.configuration, client: .answering(.artists([1: "Ann", 2: "Bobby", 3: "Cid"])),
      stepLog: stepLog)
    let controller = ArtistsViewController(manager, stepLog: stepLog)
    transcript.call("viewDidLoad", of: "controller") { controller.viewDidLoad() }
    await controller.loading?.value
    await manager.leave()
  }
}
