import TestSupport
import Testing
import ThreadConfinement

@testable import Chapter_ConfinedStore

/// What `DBRoot` is, as an actor.
private actor Artists {
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

struct `The root of today`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("today") }

  @Test
  func `is an actor, from which copies leave`() async throws {
    let artists = Artists(
      ConfinedStore.Configuration(file: folder.file("artists.db"), schema: [Artist.self]))
    try await withThrowingTaskGroup(of: Void.self) { callers in
      for artist in [Artist.bob, .ann] { callers.addTask { try await artists.insert(artist) } }
      try await callers.waitForAll()
    }
    let names = try await artists.select().map(\.name)
    #expect(names == ["Ann", "Bob"])
  }
}
