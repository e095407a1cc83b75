import Dispatch
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

/// An executor for what insists on a queue.
final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "artists")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Something that may be used on its queue only.
actor Shelf {
  private let executor = QueueExecutor()
  private var artists: [Artist] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func put(_ artist: Artist) -> [Artist] {
    dispatchPrecondition(condition: .onQueue(executor.queue))
    artists.append(artist)
    return artists
  }
}
