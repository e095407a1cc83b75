import Foundation
import LayeredStorage
import Workbook

extension ChildRole {
  /// Releases a chain, and then changes the provider that it observed.
  static let letsGoOfTheChain = ChildRole("lets-go-of-the-chain") { child in
    if child.arguments == ["as-written"] {
      let provider = AsWritten.StudentMemoryProvider()
      _ = AsWritten.SynchronizedStorageChain(
        AsWritten.StudentMemoryProvider(), underlyingProvider: provider)
      provider.setValue(.bob)
      provider.valueBeModifiedHandler?(.bob)
    } else {
      let provider = StudentMemoryProvider()
      _ = SynchronizedStorageChain(StudentMemoryProvider(), underlyingProvider: provider)
      provider.setValue(.bob)
    }
  }

  /// Reads the chain, as written, from the chain's own handler.
  static let readingHandler = ChildRole("reading-handler") { child in
    let provider = AsWritten.StudentMemoryProvider()
    let chain = AsWritten.SynchronizedStorageChain(
      AsWritten.StudentMemoryProvider(), underlyingProvider: provider)
    chain.valueBeModifiedHandler = { _ in _ = try? chain.getValue() }
    provider.setValue(.bob)
    provider.valueBeModifiedHandler?(.bob)
    child.say("chain -> \(try chain.getValue())")
  }
}
