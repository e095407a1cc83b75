import LayeredStorage
import Workbook

extension Page {
  static let threeLevels = Page(
    "three-levels", "The same three levels with a real file and a real database"
  ) { transcript in
    let scratch = try ScratchFolder()
    let database = try SQLiteProvider<Student>(url: scratch.database)
    let logs = ["memory", "file", "sqlite"].map { CallLog(of: $0, in: transcript) }
    let chain = SynchronizedStorageChain(
      Logged(StudentMemoryProvider(), in: logs[0]),
      underlyingProvider: SynchronizedStorageChain(
        Logged(StudentFileProvider(url: scratch.file), in: logs[1]),
        underlyingProvider: Logged(database, in: logs[2])
      ).recorded(as: "lower chain", in: transcript)
    ).recorded(as: "chain", in: transcript)
    for log in logs { log.pause() }
    try chain.setValue(.ann)
    for log in logs { log.resume() }

    try database.setValue(.bob)
    transcript.line("sqlite changed to Bob")
    transcript.line("chain -> \(try chain.getValue())")
  }
}
