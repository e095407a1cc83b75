import HTTP
import ThreadConfinement
import Workbook

extension Page {
  static let merge = Page(
    "merge", "A server's answer for an artist that the user has changed", drawnAs: .sequence,
    parts: ["MainManager", "DataManager", "DBRoot"]
  ) { transcript in
    let scratch = try ScratchFolder()
    try scratch.store([ArtistViewModel](named: "Ann"))
    let server = InProcessServer.withPages(.artists([3: "Cid"]), .artists([1: "Annie"]))
    let stepLog = StepLog(in: transcript)
    let manager = MainManager(
      scratch.configuration, client: HTTPClient(server: server),
      file: try scratch.artistFile(#"[{"id": 2, "name": "Bob"}]"#, stepLog: stepLog),
      stepLog: stepLog
    ).recorded(in: transcript)
    let dataManager = manager.dataManager

    let stored = try await dataManager.dbRoot.select()
    let shipped = try dataManager.file?.artists() ?? []
    let sent = try await dataManager.networkService.artists(page: 1)
    transcript.line("db: \(stored.listed), file: \(shipped.listed), network: \(sent.listed)")
    await manager.load()
    transcript.line("merged: \(manager.viewModels.listed)")

    try await manager.change(1, .highlighted(true))
    let models = try await dataManager.networkService.artists(page: 2)
    transcript.line("server: \(models.listed)")
    for naive in models.map({ ArtistViewModel(model: $0) }) {
      transcript.line("naive: \(naive) highlighted \(naive.highlighted)")
    }
    await manager.loadMore()
    if let merged = manager.viewModel(1) {
      transcript.line("merged: \(merged) highlighted \(merged.highlighted)")
    }
    await manager.leave()
  }
}
