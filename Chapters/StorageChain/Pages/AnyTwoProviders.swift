import LayeredStorage
import Workbook

extension Page {
  static let anyTwoProviders = Page("any-two-providers", "A chain over two strings") { transcript in
    let main = MemoryProvider("123").recorded(as: "main", in: transcript)
    let underlying = MemoryProvider("456").recorded(as: "underlying", in: transcript)
    let chain = SynchronizedStorageChain(main, underlyingProvider: underlying)
      .recorded(as: "chain", in: transcript)
    let registration = underlying.valueBeModifiedHandlers.add {
      transcript.line("underlying reports a change")
    }

    transcript.line("get -> \(try chain.getValue())")
    try underlying.setValue("hello world")
    transcript.line("get -> \(try chain.getValue())")
    registration.end()
    try chain.setValue("55688")
    transcript.line("set 55688")
    transcript.line("main \(try main.getValue()), underlying \(try underlying.getValue())")
  }
}
