import LayeredStorage
import Workbook

extension Page {
  static let set = Page("set", "A student is set through two chains") { transcript in
    let scratch = try ScratchFolder()

    let written = AsWritten.SynchronizedStorageChain(
      AsWritten.Logged(
        AsWritten.StudentMemoryProvider(),
        in: CallLog(of: "memory", in: transcript, prefix: "as written: ")),
      underlyingProvider: AsWritten.Logged(
        AsWritten.StudentFileProvider(filePath: scratch.file.filePath),
        in: CallLog(of: "file", in: transcript, prefix: "as written: "))
    ).recorded(as: "chain as written", in: transcript)
    try written.setValue(.ann)

    let fixed = SynchronizedStorageChain(
      Logged(StudentMemoryProvider(), in: CallLog(of: "memory", in: transcript, prefix: "fixed: ")),
      underlyingProvider: Logged(
        StudentFileProvider(url: scratch.file),
        in: CallLog(of: "file", in: transcript, prefix: "fixed: "))
    ).recorded(as: "chain", in: transcript)
    try fixed.setValue(.ann)
  }
}
