import Exercising

/// Main is read. Underlying should be read only when it has changed.
///
/// It misbehaves: the task is in Task.md. Check it: `swift run workbook check DirtyFlag`
final class DirtyFlag: ChainRequirements {
  private let main: any ValueProvider
  private let underlying: any ValueProvider
  private var hasChanged = false
  private var isWriting = false
  private var handlers: [() -> Void] = []

  init(main: any ValueProvider, underlying: any ValueProvider) {
    self.main = main
    self.underlying = underlying
    underlying.onChange { [weak self] in self?.underlyingChanged() }
  }

  var hasValue: Bool { main.hasValue }

  func get() throws(ProviderError) -> String {
    if hasChanged {
      try main.set(underlying.get())
    }
    return try main.get()
  }

  func set(_ value: String) throws(ProviderError) {
    try writeUnderlying(value)
    try main.set(value)
    notify()
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func writeUnderlying(_ value: String) throws(ProviderError) {
    isWriting = true
    defer { isWriting = false }
    try underlying.set(value)
  }

  private func underlyingChanged() {
    // The chain's own write is not a change by another program.
    if isWriting { return }
    hasChanged = true
    notify()
  }

  private func notify() {
    for handler in handlers { handler() }
  }
}
