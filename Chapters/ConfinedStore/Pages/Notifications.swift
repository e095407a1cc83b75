import ThreadConfinement
import Workbook

extension Page {
  static let notifications = Page(
    "notifications",
    "An observer is told where the collection changed, at the next turn of the loop"
  ) { transcript in
    let scratch = try Scratch()
    let store = try ConfinedStore.open(scratch.plainConfiguration)
    let (ann, bob) = try store.write { (try store.add(Artist.ann), try store.add(Artist.bob)) }

    var calls = 0
    let token = try store.objects(Artist.self).observe { change in
      calls += 1
      transcript.line("\(change.told)")
    }
    await MainLoop.turn()
    try store.write { _ = try store.add(Artist.cid) }
    await MainLoop.turn()
    try store.write { ann.name = "Anna" }
    await MainLoop.turn()
    try store.write { try store.delete(bob) }
    await MainLoop.turn()

    let told = calls
    try store.write(withoutNotifying: [token]) { ann.name = "Annie" }
    await MainLoop.turn()
    transcript.line("after a silent write: \(calls - told) calls")
    token.invalidate()
    try store.write { ann.name = "Ann" }
    await MainLoop.turn()
    transcript.line("after the token ended: \(calls - told) calls")
  }
}

extension CollectionChange {
  /// The change in a line.
  fileprivate var told: String {
    switch self {
    case .initial(let artists): "initial \(artists.count)"
    case .update(_, let deletions, let insertions, let modifications):
      "update deletions \(deletions) insertions \(insertions) modifications \(modifications)"
    case .error(let failure): "error: \(failure)"
    }
  }
}
