import Dispatch
import TestSupport
import Testing
import ThreadConfinement

@testable import Chapter_ConfinedStore

/// `DBRoot` as an actor.
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

/// An executor for what insists on a queue.
private final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "artists")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Something that may be used on its queue only.
private actor Shelf {
  private let executor = QueueExecutor()
  private var artists: [Artist] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func put(_ artist: Artist) -> [Artist] {
    dispatchPrecondition(condition: .onQueue(executor.queue))
    artists.append(artist)
    return artists
  }
}

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
