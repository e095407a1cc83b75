import LayeredStorage
import Workbook

extension Page {
  static let set = Page("set", "A student is set through two chains") { transcript in
    let scratch = try ScratchFolder()
    let asWritten = CallLog(in: transcript, prefix: "as written: ")
    let corrected = CallLog(in: transcript, prefix: "fixed: ")

    let written = AsWritten.SynchronizedStorageChain(
      AsWritten.Logged(AsWritten.StudentMemoryProvider(), as: "memory", in: asWritten),
      underlyingProvider: AsWritten.Logged(
        AsWritten.StudentFileProvider(filePath: scratch.file.filePath), as: "file", in: asWritten)
    ).recorded(as: "chain as written", in: transcript)
    try written.setValue(.ann)

    let fixed = SynchronizedStorageChain(
      Logged(StudentMemoryProvider(), as: "memory", in: corrected),
      underlyingProvider: Logged(
        StudentFileProvider(url: scratch.file), as: "file", in: corrected)
    ).recorded(as: "chain", in: transcript)
    try fixed.setValue(.ann)
  }
}
