import LayeredStorage
import Workbook

extension Page {
  static let twoChains = Page("two-chains", "Two chains over one file") { transcript in
    try twoAsWritten(transcript)
    try twoFixed(transcript)
  }

  private static func twoAsWritten(_ transcript: Transcript) throws {
    let scratch = try ScratchFolder()
    let file = AsWritten.StudentFileProvider(filePath: scratch.file.filePath)
      .recorded(as: "file", in: transcript)
    let chainA = AsWritten.SynchronizedStorageChain(
      AsWritten.StudentMemoryProvider(), underlyingProvider: file
    ).recorded(as: "A as written", in: transcript)
    let chainB = AsWritten.SynchronizedStorageChain(
      AsWritten.StudentMemoryProvider(), underlyingProvider: file
    ).recorded(as: "B as written", in: transcript)
    try chainA.setValue(.ann)
    try chainB.setValue(.ann)

    try scratch.changeOutside(to: .bob, in: transcript)
    file.valueBeModifiedHandler?(.bob)
    transcript.line("as written: A -> \(try chainA.getValue()), B -> \(try chainB.getValue())")
  }

  private static func twoFixed(_ transcript: Transcript) throws {
    let scratch = try ScratchFolder()
    let file = StudentFileProvider(url: scratch.file).recorded(as: "file", in: transcript)
    let chainA = SynchronizedStorageChain(StudentMemoryProvider(), underlyingProvider: file)
      .recorded(as: "A", in: transcript)
    let chainB = SynchronizedStorageChain(StudentMemoryProvider(), underlyingProvider: file)
      .recorded(as: "B", in: transcript)
    try chainA.setValue(.ann)
    try chainB.setValue(.ann)

    let report = try ChangeReport(from: file.base)
    try scratch.changeOutside(to: .bob, in: transcript)
    try report.wait()
    transcript.line("fixed: A -> \(try chainA.getValue()), B -> \(try chainB.getValue())")
  }
}
