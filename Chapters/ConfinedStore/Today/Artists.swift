import ThreadConfinement

/// `DBRoot` as an actor.
actor Artists {
  private let configuration: ConfinedStore.Configuration
  private var opened: ConfinedStore?

  init(_ configuration: ConfinedStore.Configuration) { self.configuration = configuration }

  func insert(_ artist: Artist) throws {
    let store = try store()
    try store.write { try store.add(artist) }
  }

  func select() throws -> [Artist] {
    try store().objects(Artist.self).map(\.snapshot)
  }

  private func store() throws -> ConfinedStore {
    if let opened { return opened }
    let store = try ConfinedStore.open(configuration, actor: self)
    opened = store
    return store
  }
}
