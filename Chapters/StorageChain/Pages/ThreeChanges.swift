import LayeredStorage
import Workbook

extension Page {
  static let threeChanges = Page(
    "three-changes", "Another process writes the file three times"
  ) { transcript in
    let scratch = try ScratchFolder()
    let file = StudentFileProvider(url: scratch.file)
    let log = CallLog(in: transcript)
    let chain = SynchronizedStorageChain(
      StudentMemoryProvider().recorded(as: "memory", in: transcript),
      underlyingProvider: Logged(file, as: "file", in: log)
    ).recorded(as: "chain", in: transcript)
    try log.silently { try chain.setValue(.ann) }

    let report = try ChangeReport(from: file)
    let names = try transcript.run(
      .otherProcess, [scratch.file.filePath, "Bob", "Cid", "Dan"], as: "other process",
      writing: "file"
    ).lines
    transcript.line("file changed outside to \(names.joined(separator: ", "))")
    try report.wait()
    for _ in 1...3 { _ = try chain.getValue() }
    transcript.line("file reads \(file.fileReadCount)")
  }
}
