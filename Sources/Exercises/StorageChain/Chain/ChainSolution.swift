import Exercising

/// Main is read; underlying is read only when it has changed, or when main has no value.
final class Chain: ChainRequirements {
  private let main: any ValueProvider
  private let underlying: any ValueProvider
  private var handlers: [() -> Void] = []
  // Changes are counted, so that a change during a read is not lost.
  private var reported = 0
  private var known = 0
  private var isWriting = false

  init(main: any ValueProvider, underlying: any ValueProvider) {
    self.main = main
    self.underlying = underlying
    underlying.onChange { [weak self] in self?.underlyingChanged() }
  }

  var hasValue: Bool { main.hasValue || underlying.hasValue }

  func get() throws(ProviderError) -> String {
    if known < reported || !main.hasValue {
      let mark = reported
      try main.set(underlying.get())
      // A handler that was called meanwhile may have read a later change.
      known = max(known, mark)
    }
    return try main.get()
  }

  func set(_ value: String) throws(ProviderError) {
    try writeUnderlying(value)
    // Includes underlying's report of this write.
    let mark = reported
    defer { notify() }
    try main.set(value)
    known = max(known, mark)
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func writeUnderlying(_ value: String) throws(ProviderError) {
    isWriting = true
    defer { isWriting = false }
    try underlying.set(value)
  }

  private func underlyingChanged() {
    reported += 1
    if !isWriting { notify() }
  }

  private func notify() {
    for handler in handlers { handler() }
  }
}
