import ThreadConfinement
import Workbook

extension Page {
  static let transactions = Page(
    "transactions", "Writes that fail, are cancelled or begin inside another", drawnAs: .sequence
  ) { transcript in
    let scratch = try ScratchFolder()
    let store = try RecordedStore.open(scratch.plainConfiguration, as: "store", in: transcript)
    let artists = store.objects(Artist.self)

    do { try store.add(Artist.ann) } catch {
      transcript.line("outside write: error: \(error.briefly)")
    }

    try store.beginWrite()
    let ann = try store.add(Artist.ann)
    transcript.line("inside: count \(artists.count)")
    try store.cancelWrite()
    let state = ann.isInvalidated ? "invalidated" : "valid"
    transcript.line("cancelled: count \(artists.count), object \(state)")

    do {
      try store.write {
        try store.add(Artist.bob)
        throw SecondThoughts()
      }
    } catch is SecondThoughts {
      transcript.line("thrown: rethrown, count \(artists.count)")
    }

    try store.write {
      do { try store.beginWrite() } catch {
        transcript.line("nested begin: error: \(error.briefly)")
      }
    }
  }
}

private struct SecondThoughts: Error {}
