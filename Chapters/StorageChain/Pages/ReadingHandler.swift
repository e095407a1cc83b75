import LayeredStorage
import Workbook

extension Page {
  static let readingHandler = Page(
    "reading-handler", "A handler that reads the chain that calls it"
  ) { transcript in
    let ending = try transcript.run(.readingHandler)
    transcript.line("as written: child ended \(ending.manner)")

    let provider = StudentMemoryProvider()
    let chain = SynchronizedStorageChain(StudentMemoryProvider(), underlyingProvider: provider)
    chain.valueBeModifiedHandler = { [weak chain] _ in
      guard let student = try? chain?.getValue() else { return }
      transcript.line("fixed: handler read \(student)")
    }
    provider.setValue(.bob)
    _ = try chain.getValue()
  }
}
