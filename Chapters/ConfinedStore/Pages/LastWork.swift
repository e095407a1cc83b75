import HTTP
import ThreadConfinement
import Workbook

extension Page {
  static let lastWork = Page(
    "last-work", "From the list in memory to the screen",
    drawnAs: .sequence
  ) { transcript in
    let scratch = try ScratchFolder()
    let server = InProcessServer.withPages(.artists([1: "Ann", 2: "Bob", 3: "Cara"]))
    let manager = MainManager(
      scratch.configuration, client: HTTPClient(server: server),
      stepLog: StepLog(in: transcript)
    ).recorded(in: transcript)
    await manager.load()
    transcript.line("all \(manager.viewModels.count)")

    let filter = "a"
    let list = ArtistsViewController(
      manager.manager,
      stepLog: StepLog(in: transcript) { transcript.line("filter \(filter): \($0)") })
    // The manager references its display weakly.
    withExtendedLifetime(list) {
      manager.display = list
      manager.filter(by: filter)
      manager.display = nil
    }

    manager.onSelect = { viewModel in
      transcript.record(.send, "onSelect \(viewModel.id)", to: "page")
      transcript.line("call-back: selected \(viewModel.id)")
    }
    manager.select(3)

    await manager.loadMore()
    transcript.line("next request: page \(server.requests.last?.page ?? "none")")
    await manager.leave()
  }
}
