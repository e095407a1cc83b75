import LayeredStorage
import Workbook

extension Page {
  static let get = Page("get", "A student is set and read") { transcript in
    let scratch = try ScratchFolder()
    let file = StudentFileProvider(url: scratch.file).recorded(as: "file", in: transcript)
    let log = CallLog(in: transcript)
    let chain = SynchronizedStorageChain(
      Logged(StudentMemoryProvider(), as: "memory", in: log), underlyingProvider: file
    ).recorded(as: "chain", in: transcript)

    try log.silently { try chain.setValue(.ann) }
    transcript.line("chain -> \(try chain.getValue())")
    transcript.line("file reads \(file.base.fileReadCount)")
  }
}
