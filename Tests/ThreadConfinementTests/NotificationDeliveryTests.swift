import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Delivery of collection notifications`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `observers are called on the observing thread, after the commit (R-48)`() throws {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { _ in
        watcher.note("\(StoreThread.name ?? "") in write \(store.isInWriteTransaction)")
      }
    }
    try watched.writeElsewhere { try $0.add(Artist.ann) }
    #expect(
      watcher.notes == ["realm_task_thread in write false", "realm_task_thread in write false"])
  }

  @Test
  func `observers are not called while a write is open across turns (R-48)`() throws {
    try watcher.observe()
    try watcher.turn { store, _ in try store.beginWrite() }
    try watcher.turn { store, _ in _ = try store.add(Artist.ann) }
    let during = watcher.notes
    try watcher.turn { store, _ in try store.commitWrite() }
    #expect(during == ["initial 0"])
    #expect(watcher.notes == ["initial 0", "update [] [0] []"])
  }

  @Test
  func `observers are called on the given queue (R-48)`() throws {
    let queue = ConfinedQueue(label: "datamanager")
    try watcher.turn { store, watcher in
      watcher.token = store.artists.observe(on: queue) { change in
        watcher.note("on queue \(queue.isCurrent)")
        watcher.note(change)
      }
    }
    queue.sync {}
    queue.sync {}
    try watched.writeElsewhere { try $0.add(Artist.ann) }
    queue.sync {}
    #expect(watcher.notes == ["on queue true", "initial 0", "on queue true", "update [] [0] []"])
    try watcher.turn { _, watcher in watcher.token = nil }
    queue.sync {}
  }

  @Test
  func `observing on a thread without a loop throws, on a queue it does not (R-51)`() throws {
    let configuration = watched.folder.configuration
    let refusals = try onPlainThread {
      let store = try ConfinedStore.open(configuration)
      try store.write { try store.add(Artist.ann, update: .all) }
      return [
        failure { _ = try store.artists.observe { _ in } },
        failure { _ = try store.observe { _, _ in } },
        failure { _ = try store.artist(1)?.observe { _ in } },
        failure { _ = try store.writeAsync {} },
      ]
    }
    let queue = ConfinedQueue(label: "datamanager")
    let allowed = try queue.sync {
      let store = try ConfinedStore.open(configuration, queue: queue)
      return failure { _ = try store.artists.observe { _ in } }
    }
    let wanted = "the current thread has no loop"
    #expect(refusals == [wanted, wanted, wanted, wanted])
    #expect(allowed == nil)
  }

  @Test
  func `an observer may write, and chained writes reach all observers (R-52)`() throws {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        watcher.note(change, as: "one ")
        let count = store.artists.count
        if count < 3 { try store.write { try store.add(Artist(id: count + 1)) } }
      }
      watcher.second = try store.artists.observe { watcher.note($0, as: "two ") }
    }
    for _ in 0..<4 { watcher.settle() }
    let names = try watcher.read { $0.artists.map(\.id) }
    #expect(
      watcher.notes == [
        "one initial 0", "two initial 1", "one update [] [0] []", "two update [] [1] []",
        "one update [] [1] []", "two update [] [2] []", "one update [] [2] []",
      ])
    #expect(names == [1, 2, 3])
  }

  @Test
  func `a turn during a write is postponed until the write is cancelled (R-48)`() throws {
    try watcher.turn { store, watcher in
      try store.beginWrite()
      watcher.token = try store.artists.observe { watcher.note($0) }
    }
    try watcher.turn { store, _ in try store.cancelWrite() }
    try watcher.turn { store, watcher in
      try store.write { _ = try store.add(Artist.ann) }
      try store.beginWrite()
    }
    try watcher.turn { store, _ in try store.cancelWrite() }
    #expect(watcher.notes == ["initial 0", "update [] [0] []"])
  }

  @Test
  func `a commit elsewhere during a write that is cancelled is delivered (R-27 R-48)`() throws {
    try watcher.observe()
    try watcher.turn { store, watcher in
      watcher.second = try store.observe { _, store in watcher.note("\(store.names)") }
    }
    let other = ConfinedThread(name: "other")
    let granted = DispatchSemaphore(value: 0)
    let waiting = watched.folder.configuration.with(\.onWriteRefused, { granted.signal() })
    try watcher.turn { store, _ in try store.beginWrite() }
    other.enqueue {
      guard let store = try? ConfinedStore.open(waiting) else { return }
      try? store.write { _ = try store.add(Artist.ann) }
    }
    granted.wait()
    // The turn for the other store's signal arrives during this task's write.
    try watcher.turn { store, _ in
      try store.cancelWrite()
      other.finish()
      try store.beginWrite()
    }
    try watcher.turn { store, _ in try store.cancelWrite() }
    #expect(watcher.notes == ["initial 0", #"["Ann"]"#, "update [] [0] []"])
  }
}
