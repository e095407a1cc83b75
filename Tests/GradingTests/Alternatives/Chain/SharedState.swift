import Exercising

/// The state of the chain is an object, which underlying's handler retains instead of the chain.
final class Chain: ChainRequirements {
  private final class State {
    enum Entry {
      case changed, settled
    }

    var entries: [Entry] = []
    var isOwnWrite = false
    var handlers: [() -> Void] = []

    func notify() {
      for handler in handlers { handler() }
    }
  }

  private let main: any ValueProvider
  private let underlying: any ValueProvider
  private let state = State()

  init(main: any ValueProvider, underlying: any ValueProvider) {
    self.main = main
    self.underlying = underlying
    underlying.onChange { [state] in
      state.entries.append(.changed)
      if !state.isOwnWrite { state.notify() }
    }
  }

  deinit {
    // Underlying still retains the state, which must not call handlers anymore.
    state.handlers = []
  }

  var hasValue: Bool { [main, underlying].contains { $0.hasValue } }

  func get() throws(ProviderError) -> String {
    if state.entries.last == .changed || !main.hasValue {
      try settle { () throws(ProviderError) in try main.set(underlying.get()) }
    }
    return try main.get()
  }

  func set(_ value: String) throws(ProviderError) {
    state.isOwnWrite = true
    defer { state.isOwnWrite = false }
    try underlying.set(value)
    state.isOwnWrite = false
    defer { state.notify() }
    try settle { () throws(ProviderError) in try main.set(value) }
  }

  func onChange(_ handler: @escaping () -> Void) { state.handlers.append(handler) }

  /// Removes the changes that were recorded before the work, if the work succeeds.
  private func settle(_ work: () throws(ProviderError) -> Void) throws(ProviderError) {
    let count = state.entries.count
    try work()
    if state.entries.count == count { state.entries.append(.settled) }
  }
}
