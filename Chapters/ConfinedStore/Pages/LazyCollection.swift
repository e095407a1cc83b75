import ThreadConfinement
import Workbook

extension Page {
  static let lazyCollection = Page(
    "lazy-collection", "When is a collection read, and where?", drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    let root = DBRoot(scratch.configuration).recorded(in: transcript)
    let queue = DataManagerQueue()

    let artists = try await root.run { store in
      let artists = store.objects(ArtistViewModel.self)
      transcript.line("results made, evaluations \(artists.evaluationCount)")
      return Handed(value: artists)
    }
    await queue.run {
      transcript.line("handed to \(DataManagerQueue.currentOwner ?? "nobody")")
      withExtendedLifetime(artists) {}
    }

    let ending = try transcript.run(.wrongQueue, [scratch.path])
    for place in ending.lines { transcript.line("\(place): \(ending.summary)") }

    let copies = try await root.run { _ in
      let (count, evaluations) = (artists.value.count, artists.value.evaluationCount)
      let thread = StoreThread.name ?? "another thread"
      transcript.line("\(thread): count \(count), evaluations \(evaluations)")
      return artists.value.map(\.snapshot)
    }
    await queue.run {
      let owner = DataManagerQueue.currentOwner ?? "nobody"
      transcript.line("\(owner): copied view models \(copies.count)")
    }
    await root.leave()
  }
}
