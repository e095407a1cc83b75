import ThreadConfinement
import Workbook

extension Page {
  static let references = Page(
    "references", "A live object on its way to another thread"
  ) { transcript in
    let scratch = try ScratchFolder()
    let configuration = scratch.plainConfiguration
    let store = try RecordedStore.open(configuration, as: "main", in: transcript)
    let ann = try store.write { try store.add(Artist.ann) }
    let reference = try ThreadSafeReference(to: ann)
      .recorded(as: "reference 1", of: store, in: transcript)
    transcript.line("made on \(Here.name)")

    let thread = ConfinedThread(name: DBRoot.threadName)
    try await thread.result {
      let store = try RecordedStore.open(configuration, as: thread.name, in: transcript)
      let name = try store.resolve(reference)?.name
      transcript.line("resolved on \(Here.name): \(name ?? "nil")")
      do {
        _ = try store.resolve(reference)
      } catch {
        transcript.line("second resolve: error: \(error.briefly)")
      }
    }

    let second = try ThreadSafeReference(to: ann)
      .recorded(as: "reference 2", of: store, in: transcript)
    try store.write { try store.delete(ann) }
    try await thread.result {
      let store = try RecordedStore.open(configuration, as: thread.name, in: transcript)
      try store.refresh()
      transcript.line("after deletion: resolve \(try store.resolve(second)?.name ?? "nil")")
    }
    await thread.finish()

    do {
      _ = try ThreadSafeReference(to: store.store.managed(Artist.bob))
    } catch {
      transcript.line("not stored: error: \(error.briefly)")
    }
  }
}
