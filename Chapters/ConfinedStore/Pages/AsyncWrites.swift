import Concurrency
import ThreadConfinement
import Workbook

extension Page {
  static let asyncWrites = Page(
    "async-writes", "Three writes that run later", drawnAs: .sequence
  ) { transcript in
    let scratch = try ScratchFolder()
    let root = DBRoot(scratch.plainConfiguration).recorded(in: transcript)
    let runs = Locked(0)
    let isComplete = Gate()

    try await root.run { store in
      for number in 1...2 {
        try store.writeAsync {
          transcript.line("block \(number)")
          try store.add(Artist(id: number))
        } onComplete: { failure in
          transcript.line(failure.map { "error: \($0)" } ?? "complete \(number)")
        }
      }
      let third = try store.writeAsync { runs.withLock { $0 += 1 } }
      store.cancelAsyncWrite(third)
      // Writes run in the order in which they were queued, so the third would have run before this
      // one completes.
      try store.writeAsync {
      } onComplete: { _ in
        isComplete.open()
      }
      transcript.line("writeAsync returned")
    }
    await isComplete.passed()
    transcript.line("cancelled 3: runs \(runs.withLock { $0 })")
    await root.leave()
  }
}
