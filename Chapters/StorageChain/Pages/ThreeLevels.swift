import LayeredStorage
import Workbook

extension Page {
  static let threeLevels = Page(
    "three-levels", "The same three levels with a real file and a real database"
  ) { transcript in
    let scratch = try ScratchFolder()
    let database = try SQLiteProvider<Student>(url: scratch.database)
    let log = CallLog(in: transcript)
    let chain = SynchronizedStorageChain(
      Logged(StudentMemoryProvider(), as: "memory", in: log),
      underlyingProvider: SynchronizedStorageChain(
        Logged(StudentFileProvider(url: scratch.file), as: "file", in: log),
        underlyingProvider: Logged(database, as: "sqlite", in: log)
      ).recorded(as: "lower chain", in: transcript)
    ).recorded(as: "chain", in: transcript)
    try log.silently { try chain.setValue(.ann) }

    try database.setValue(.bob)
    transcript.line("sqlite changed to Bob")
    transcript.line("chain -> \(try chain.getValue())")
  }
}
