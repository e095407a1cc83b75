import ThreadConfinement
import Workbook

extension Page {
  static let versions = Page(
    "versions", "When does a store see another's commit?",
    laboratory: .pinnedVersions
  ) { transcript in
    let scratch = try ScratchFolder()
    let configuration = scratch.plainConfiguration
    let here = try RecordedStore.open(configuration, as: "A", in: transcript)
    here.autorefresh = false
    let artists = here.objects(Artist.self)
    transcript.line("A count \(artists.count)")

    let other = ConfinedThread(name: "other")
    try await other.result {
      let there = try RecordedStore.open(configuration, as: "B", in: transcript)
      try there.write { _ = try there.add(Artist.ann) }
      transcript.line("B commits \(there.objects(Artist.self).count)")
    }
    await other.finish()

    transcript.line("A count \(artists.count)")
    transcript.line("A refresh \(try here.refresh())")
    transcript.line("A count \(artists.count)")
    transcript.line("A refresh \(try here.refresh())")
  }
}
