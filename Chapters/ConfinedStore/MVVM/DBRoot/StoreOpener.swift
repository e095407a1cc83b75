import ThreadConfinement

/// The store of one thread, opened when it is first asked for; if that fails, tried again the next
/// time.
final class StoreOpener {
  private let configuration: ConfinedStore.Configuration
  private var opened: ConfinedStore?

  init(_ configuration: ConfinedStore.Configuration) { self.configuration = configuration }

  /// The store.
  ///
  /// - Throws: what opening it throws.
  func store() throws(ConfinedStore.Failure) -> ConfinedStore {
    if let opened { return opened }
    let store = try ConfinedStore.open(configuration)
    opened = store
    return store
  }
}
