import Exercising

/// Main is read; underlying is read only when it has changed, or when main has no value.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check Chain`
final class Chain: ChainRequirements {
  private let main: any ValueProvider
  private let underlying: any ValueProvider

  init(main: any ValueProvider, underlying: any ValueProvider) {
    self.main = main
    self.underlying = underlying
    // TODO: add a handler to underlying.
  }

  var hasValue: Bool { main.hasValue }

  func get() throws(ProviderError) -> String {
    // TODO: update main if that is needed.
    return try main.get()
  }

  func set(_ value: String) throws(ProviderError) {
    // TODO: write both. Which one comes first?
  }

  func onChange(_ handler: @escaping () -> Void) {
    // TODO: store the handler, and call it when the value may have changed.
  }
}
