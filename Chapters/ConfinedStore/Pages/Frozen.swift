import ThreadConfinement
import Workbook

extension Page {
  static let frozen = Page("frozen", "A frozen copy, and a change of the original") { transcript in
    let scratch = try ScratchFolder()
    let store = try RecordedStore.open(scratch.plainConfiguration, as: "store", in: transcript)
    let live = try store.write { try store.add(Artist.ann) }
    let frozen = try live.freeze()
      .recorded(as: "frozen", of: store, in: transcript)

    let background = ConfinedThread(name: "background")
    await background.result {
      transcript.line("frozen on \(Here.name): \(frozen.name)")
    }
    await background.finish()

    try store.write { live.name = "Anna" }
    transcript.line("live renamed \(live.name)")
    transcript.line("frozen: \(frozen.name)")
    transcript.line("thawed: \(try frozen.thaw()?.name ?? "nil")")

    do {
      try frozen.set(\.name, to: "Annie")
    } catch {
      transcript.line("write to frozen: error: \(error.briefly)")
    }
    try store.write { try store.delete(live) }
    transcript.line("after deletion: thaw \(try frozen.thaw()?.name ?? "nil")")
  }
}
