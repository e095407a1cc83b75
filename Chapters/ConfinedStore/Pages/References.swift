import Foundation
import ThreadConfinement
import Workbook

extension Page {
  static let references = Page(
    "references", "A live object goes to another thread by a reference, once"
  ) { transcript in
    let scratch = try Scratch()
    let configuration = scratch.plainConfiguration
    let store = try ConfinedStore.open(configuration)
    let ann = try store.write { try store.add(Artist.ann) }
    let reference = try ThreadSafeReference(to: ann)
    transcript.line("made on \(Thread.isMainThread ? "main" : "another thread")")

    let root = DBRoot(configuration)
    try await root.run { store in
      let name = PresentThread.name ?? "another thread"
      transcript.line("resolved on \(name): \(try store.resolve(reference)?.name ?? "nil")")
      do {
        _ = try store.resolve(reference)
      } catch {
        transcript.line("second resolve: error: \(error)")
      }
    }

    let second = try ThreadSafeReference(to: ann)
    try store.write { try store.delete(ann) }
    try await root.run { store in
      try store.refresh()
      transcript.line("after deletion: resolve \(try store.resolve(second)?.name ?? "nil")")
    }
    await root.leave()

    do {
      _ = try ThreadSafeReference(to: store.managed(Artist.bob))
    } catch {
      transcript.line("not stored: error: \(error)")
    }
  }
}
