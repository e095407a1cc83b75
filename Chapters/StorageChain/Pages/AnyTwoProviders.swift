import LayeredStorage
import Workbook

extension Page {
  static let anyTwoProviders = Page(
    "any-two-providers", "The chain depends on the interface and nothing else"
  ) { transcript in
    let main = MemoryProvider("123")
    let underlying = MemoryProvider("456")
    let chain = SynchronizedStorageChain(main, underlyingProvider: underlying)
    let registration = underlying.valueBeModifiedHandlers.add {
      transcript.line("underlying reports a change")
    }

    transcript.line("get -> \(try chain.getValue())")
    underlying.setValue("hello world")
    transcript.line("get -> \(try chain.getValue())")
    registration.end()
    try chain.setValue("55688")
    transcript.line("set 55688")
    transcript.line("main \(try main.getValue()), underlying \(try underlying.getValue())")
  }
}
