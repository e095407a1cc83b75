import ThreadConfinement
import Workbook

extension Page {
  static let wrongThread = Page(
    "wrong-thread", "The store on its thread, and on another one", drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    let root = DBRoot(scratch.configuration).recorded(in: transcript)
    try await root.run { store in
      let artists = store.objects(ArtistViewModel.self)
      transcript.line("\(StoreThread.name ?? "another thread"): \(artists.count) artists")
    }
    await root.leave()

    let ending = try transcript.run(.wrongThread, [scratch.path])
    for place in ending.lines { transcript.line("\(place): \(ending.summary)") }
  }
}
