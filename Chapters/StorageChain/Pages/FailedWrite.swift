import LayeredStorage
import Workbook

extension Page {
  static let failedWrite = Page(
    "failed-write", "A write that fails halfway", laboratory: .chain
  ) { transcript in
    try failAsWritten(transcript)
    try failFixed(transcript)
  }

  private static func failAsWritten(_ transcript: Transcript) throws {
    let file = AsWrittenFullFile()
    let memory = AsWritten.StudentMemoryProvider()
    let chain = AsWritten.SynchronizedStorageChain(
      memory.recorded(as: "memory", in: transcript),
      underlyingProvider: file.recorded(as: "file", in: transcript)
    ).recorded(as: "chain as written", in: transcript)
    try chain.setValue(.ann)
    file.isFull = true
    do {
      try chain.setValue(.bob)
    } catch {
      transcript.line(
        "as written: error: \(error), memory \(memory.getValue()), file \(try file.getValue())")
    }

    file.isFull = false
    file.reads = 0
    file.valueBeModifiedHandler?(.bob)
    try chain.setValue(.cid)
    _ = try chain.getValue()
    transcript.line("as written: change reported, set Cid, get: file reads \(file.reads)")
  }

  private static func failFixed(_ transcript: Transcript) throws {
    let file = FullFile()
    let memory = StudentMemoryProvider()
    let chain = SynchronizedStorageChain(
      memory.recorded(as: "memory", in: transcript),
      underlyingProvider: file.recorded(as: "file", in: transcript)
    ).recorded(as: "chain", in: transcript)
    try chain.setValue(.ann)
    file.isFull = true
    do {
      try chain.setValue(.bob)
    } catch {
      transcript.line(
        "fixed: error: \(error), memory \(try memory.getValue()), file \(try file.getValue())")
    }

    file.isFull = false
    file.reads = 0
    file.valueBeModifiedHandlers.notify()
    try chain.setValue(.cid)
    _ = try chain.getValue()
    transcript.line("fixed: change reported, set Cid, get: file reads \(file.reads)")
  }
}
