import ThreadConfinement
import Workbook

extension Page {
  static let asyncWrites = Page(
    "async-writes", "Writes that nobody waits for, one after the other"
  ) { transcript in
    let scratch = try Scratch()
    let store = try ConfinedStore.open(scratch.plainConfiguration)

    for number in 1...2 {
      try store.writeAsync {
        transcript.line("block \(number)")
        try store.add(Artist(id: number))
      } onComplete: { failure in
        transcript.line(failure.map { "error: \($0)" } ?? "complete \(number)")
      }
    }
    var runs = 0
    let third = try store.writeAsync { runs += 1 }
    store.cancelAsyncWrite(third)
    // Writes run in the order queued, so when this one is complete the third would have run.
    let (ends, end) = AsyncStream.makeStream(of: Never.self)
    try store.writeAsync {
    } onComplete: { _ in
      end.finish()
    }
    transcript.line("writeAsync returned")

    for await _ in ends {}
    transcript.line("cancelled 3: runs \(runs)")
  }
}
