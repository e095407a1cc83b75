import Exercising

/// Main is read; underlying is read only when it has changed, or when main has no value.
final class Chain: LearnersChain {
  private let main: any ValueProvider
  private let underlying: any ValueProvider
  private var handlers: [() -> Void] = []
  // Changes are counted, so that none is lost that comes while one is being dealt with.
  private var reported = 0
  private var known = 0
  private var isWriting = false

  init(main: any ValueProvider, underlying: any ValueProvider) {
    self.main = main
    self.underlying = underlying
    underlying.onChange { [weak self] in self?.hear() }
  }

  var hasValue: Bool { main.hasValue || underlying.hasValue }

  func get() throws(ProviderTrouble) -> String {
    if known < reported || !main.hasValue {
      let mark = reported
      try main.set(underlying.get())
      known = mark
    }
    return try main.get()
  }

  func set(_ value: String) throws(ProviderTrouble) {
    try writeUnderlying(value)
    // With it, underlying has reported this very change.
    let mark = reported
    defer { tell() }
    try main.set(value)
    known = mark
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func writeUnderlying(_ value: String) throws(ProviderTrouble) {
    isWriting = true
    defer { isWriting = false }
    try underlying.set(value)
  }

  private func hear() {
    reported += 1
    if !isWriting { tell() }
  }

  private func tell() {
    for handler in handlers { handler() }
  }
}
