import LayeredStorage
import Workbook

extension Page {
  static let get = Page("get", "A student is set and read") { transcript in
    let scratch = try ScratchFolder()
    let file = StudentFileProvider(url: scratch.file).recorded(as: "file", in: transcript)
    let log = CallLog(of: "memory", in: transcript)
    let chain = SynchronizedStorageChain(
      Logged(StudentMemoryProvider(), in: log), underlyingProvider: file
    ).recorded(as: "chain", in: transcript)

    log.pause()
    try chain.setValue(.ann)
    log.resume()
    transcript.line("chain -> \(try chain.getValue())")
    transcript.line("file reads \(file.base.fileReadCount)")
  }
}
