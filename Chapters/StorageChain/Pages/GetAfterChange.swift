import LayeredStorage
import Workbook

extension Page {
  static let getAfterChange = Page(
    "get-after-change", "Another program writes the file, and four reads follow"
  ) { transcript in
    try changeAsWritten(transcript, prefix: "as written: ")
    try changeFixed(transcript, prefix: "fixed: ")
  }

  private static func changeAsWritten(_ transcript: Transcript, prefix: String) throws {
    let scratch = try ScratchFolder()
    let file = AsWritten.StudentFileProvider(filePath: scratch.file.filePath)
    let log = CallLog(in: transcript, prefix: prefix)
    let chain = AsWritten.SynchronizedStorageChain(
      AsWritten.Logged(AsWritten.StudentMemoryProvider(), as: "memory", in: log),
      underlyingProvider: AsWritten.Logged(file, as: "file", in: log)
    ).recorded(as: "chain as written", in: transcript)
    chain.valueBeModifiedHandler = { transcript.line("\(prefix)handler: new value \($0)") }

    try log.silently { try chain.setValue(.ann) }
    try scratch.changeOutside(to: .bob, in: transcript)
    transcript.line("\(prefix)file changed outside to Bob")
    file.valueBeModifiedHandler?(.bob)
    transcript.line("\(prefix)file reads \(file.file.reads)")
    transcript.line("\(prefix)chain -> \(try chain.getValue())")
    chain.valueBeModifiedHandler = nil
    try log.silently { for _ in 1...3 { _ = try chain.getValue() } }
    transcript.line("\(prefix)3 gets later, file reads \(file.file.reads)")
  }

  private static func changeFixed(_ transcript: Transcript, prefix: String) throws {
    let scratch = try ScratchFolder()
    let file = StudentFileProvider(url: scratch.file)
    let log = CallLog(in: transcript, prefix: prefix)
    let chain = SynchronizedStorageChain(
      Logged(StudentMemoryProvider(), as: "memory", in: log),
      underlyingProvider: Logged(file, as: "file", in: log)
    ).recorded(as: "chain", in: transcript)
    chain.base.valueBeModifiedHandler = { transcript.line("\(prefix)handler: new value \($0)") }

    try log.silently { try chain.setValue(.ann) }
    let report = try ChangeReport(from: file)
    try scratch.changeOutside(to: .bob, in: transcript)
    transcript.line("\(prefix)file changed outside to Bob")
    try report.wait()
    transcript.line("\(prefix)file reads \(file.fileReadCount)")
    transcript.line("\(prefix)chain -> \(try chain.getValue())")
    try log.silently { for _ in 1...3 { _ = try chain.getValue() } }
    transcript.line("\(prefix)3 gets later, file reads \(file.fileReadCount)")
  }
}
