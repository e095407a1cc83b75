import LayeredStorage
import Workbook

extension Page {
  static let twoChains = Page(
    "two-chains", "Two chains over one file"
  ) { transcript in
    try twoAsWritten(transcript)
    try twoFixed(transcript)
  }

  private static func twoAsWritten(_ transcript: Transcript) throws {
    let scratch = try Scratch()
    let file = AsWritten.StudentFileProvider(filePath: scratch.file.filePath)
    let chainA = AsWritten.SynchronizedStorageChain(
      AsWritten.StudentMemoryProvider(), underlyingProvider: file)
    let chainB = AsWritten.SynchronizedStorageChain(
      AsWritten.StudentMemoryProvider(), underlyingProvider: file)
    try chainA.setValue(.ann)
    try chainB.setValue(.ann)

    try scratch.changeOutside(to: .bob)
    file.valueBeModifiedHandler?(.bob)
    transcript.line("as written: A -> \(try chainA.getValue()), B -> \(try chainB.getValue())")
  }

  private static func twoFixed(_ transcript: Transcript) throws {
    let scratch = try Scratch()
    let file = StudentFileProvider(url: scratch.file)
    let chainA = SynchronizedStorageChain(StudentMemoryProvider(), underlyingProvider: file)
    let chainB = SynchronizedStorageChain(StudentMemoryProvider(), underlyingProvider: file)
    try chainA.setValue(.ann)
    try chainB.setValue(.ann)

    let report = try ChangeReport(from: file)
    try scratch.changeOutside(to: .bob)
    try report.wait()
    transcript.line("fixed: A -> \(try chainA.getValue()), B -> \(try chainB.getValue())")
  }
}
