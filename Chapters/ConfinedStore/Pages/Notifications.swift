import Concurrency
import ThreadConfinement
import Workbook

extension Page {
  static let notifications = Page(
    "notifications",
    "Which positions does an observer receive?", drawnAs: .versions
  ) { transcript in
    let scratch = try ScratchFolder()
    let root = DBRoot(scratch.plainConfiguration)
      .recorded(in: transcript, recordsMessages: false)
    let calls = Locked(0)
    let token = try await root.run { store in
      try store.write { try store.add([Artist.ann, .bob]) }
      return try store.objects(Artist.self).observe { change in
        calls.withLock { $0 += 1 }
        transcript.line(change.summary)
      }
    }

    // The observer is called between two tasks, because each task is a turn of the loop.
    try await root.run { store in try store.write { _ = try store.add(Artist.cid) } }
    try await root.run { store in try store.write { store.objects(Artist.self)[0].name = "Anna" } }
    try await root.run { store in
      try store.write { try store.delete(store.objects(Artist.self)[1]) }
    }
    let callsBefore = try await root.run { _ in calls.withLock { $0 } }

    try await root.run { store in
      try store.write(withoutNotifying: [token]) { store.objects(Artist.self)[0].name = "Annie" }
    }
    let afterSilence = try await root.run { _ in calls.withLock { $0 } }
    transcript.line("after a silent write: \(afterSilence - callsBefore) calls")
    token.invalidate()
    transcript.record(.dispose, to: "observer")
    try await root.run { store in try store.write { store.objects(Artist.self)[0].name = "Ann" } }
    let afterEnd = try await root.run { _ in calls.withLock { $0 } }
    transcript.line("after the token ended: \(afterEnd - afterSilence) calls")
    await root.leave()
  }
}

extension CollectionChange {
  fileprivate var summary: String {
    switch self {
    case .initial(let artists): "initial \(artists.count)"
    case .update(_, let deletions, let insertions, let modifications):
      "update deletions \(deletions) insertions \(insertions) modifications \(modifications)"
    case .error(let failure): "error: \(failure)"
    }
  }
}
