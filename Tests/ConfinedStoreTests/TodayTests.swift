import TestSupport
import Testing
import ThreadConfinement

@testable import Chapter_ConfinedStore

struct `An actor with an executor` {
  @Test
  func `runs on its queue, before and after a suspension`() async {
    let shelf = Shelf()
    _ = await shelf.put(.ann)
    await Task.yield()
    let names = await shelf.put(.bob).map(\.name)
    #expect(names == ["Ann", "Bob"])
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
