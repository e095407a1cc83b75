import Exercising

/// A dirty flag, which is cleared before underlying is read and set again if that fails.
final class Chain: ChainRequirements {
  private enum Ear {
    case open
    /// The chain itself writes underlying.
    case shut
  }

  private let providers: (main: any ValueProvider, underlying: any ValueProvider)
  private var isChanged = false
  private var ear = Ear.open
  private var listeners: [() -> Void] = []

  init(main: any ValueProvider, underlying: any ValueProvider) {
    providers = (main, underlying)
    underlying.onChange { [weak self] in
      guard let self, ear == .open else { return }
      isChanged = true
      listeners.forEach { $0() }
    }
  }

  var hasValue: Bool { providers.main.hasValue ? true : providers.underlying.hasValue }

  func get() throws(ProviderError) -> String {
    let isBehind = isChanged || !providers.main.hasValue
    guard isBehind else { return try providers.main.get() }
    isChanged = false
    do {
      let value = try providers.underlying.get()
      try providers.main.set(value)
    } catch {
      isChanged = true
      throw error
    }
    return try providers.main.get()
  }

  func set(_ value: String) throws(ProviderError) {
    ear = .shut
    do { try providers.underlying.set(value) } catch {
      ear = .open
      throw error
    }
    ear = .open
    isChanged = false
    var failure: ProviderError?
    do { try providers.main.set(value) } catch {
      isChanged = true
      failure = error
    }
    listeners.forEach { $0() }
    if let failure { throw failure }
  }

  func onChange(_ handler: @escaping () -> Void) { listeners += [handler] }
}
