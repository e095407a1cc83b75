import LayeredStorage
import Workbook

extension Page {
  static let readingHandler = Page(
    "reading-handler", "A handler that reads the chain that calls it"
  ) { transcript in
    let ending = try transcript.run(.readingHandler)
    transcript.line("as written: child ended \(ending.manner)")

    let provider = StudentMemoryProvider().recorded(as: "underlying", in: transcript)
    let chain = SynchronizedStorageChain(
      StudentMemoryProvider().recorded(as: "main", in: transcript), underlyingProvider: provider
    ).recorded(as: "chain", in: transcript)
    chain.base.valueBeModifiedHandler = { [weak chain] newValue in
      transcript.call("new value \(newValue)", of: "handler") {
        guard let student = try? chain?.getValue() else { return }
        transcript.line("fixed: handler read \(student)")
      }
    }
    try provider.setValue(.bob)
    _ = try chain.getValue()
  }
}
