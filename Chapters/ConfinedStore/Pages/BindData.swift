import ThreadConfinement
import Workbook

extension Page {
  static let bindData = Page(
    "bind-data", "What does a cell show after a change?",
    drawnAs: .sequence
  ) { transcript in
    let scratch = try ScratchFolder()
    let manager = MainManager(
      scratch.configuration, client: .answering(.artists([1: "Ann"])),
      stepLog: StepLog(in: transcript)
    ).recorded(in: transcript)
    await manager.load()
    let cell = ArtistCell()
    let bindData = {
      if let viewModel = manager.viewModel(1) { cell.bindData(viewModel, in: transcript) }
    }

    bindData()
    transcript.line("cell 1: \(cell.text)")
    try await manager.change(1, .name("Anna"))
    transcript.line("MainManager renames 1 to \(manager.viewModel(1)?.name ?? "nobody")")
    transcript.line("cell 1: \(cell.text)")
    bindData()
    transcript.line("bindData")
    transcript.line("cell 1: \(cell.text)")
    await manager.leave()
  }
}
