import LayeredStorage
import Workbook

extension Page {
  static let threeChanges = Page(
    "three-changes", "Another process writes the file three times"
  ) { transcript in
    let scratch = try ScratchFolder()
    let file = StudentFileProvider(url: scratch.file)
    let log = CallLog(of: "file", in: transcript)
    let chain = SynchronizedStorageChain(
      StudentMemoryProvider().recorded(as: "memory", in: transcript),
      underlyingProvider: Logged(file, in: log)
    ).recorded(as: "chain", in: transcript)
    log.pause()
    try chain.setValue(.ann)
    log.resume()

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
