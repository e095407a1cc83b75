import ThreadConfinement
import Workbook

extension Page {
  static let firstEntry = Page(
    "first-entry", "A screen is entered: what does it show, and when?",
    drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    let journal = Journal(in: transcript) { transcript.line($0) }
    let manager = MainManager(
      scratch.configuration, client: .answering(.artists([1: "Ann", 2: "Bobby", 3: "Cid"])),
      journal: journal)
    let controller = ArtistsViewController(manager, journal: journal)
    transcript.call("viewDidLoad", of: "controller") { controller.viewDidLoad() }
    await controller.loading?.value
    await manager.leave()
  }
}
