import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Asynchronous writes`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `writeAsync returns at once; blocks run in order, here, each before its completion (R-72)`()
    throws
  {
    try watcher.turn { store, watcher in
      for id in 1...2 {
        try store.writeAsync {
          try store.add(Artist(id: id))
          watcher.note("block \(id) \(StoreThread.name ?? "") \(store.isInWriteTransaction)")
        } onComplete: { failure in
          watcher.note("complete \(id) \(store.artists.count) \(failure == nil)")
        }
        watcher.note("returned \(id)")
      }
    }
    try watcher.finish()
    #expect(
      watcher.notes == [
        "returned 1", "returned 2", "block 1 realm_task_thread true", "complete 1 1 true",
        "block 2 realm_task_thread true", "complete 2 2 true",
      ])
  }

  @Test
  func `a write cancelled before it begins never runs (R-73)`() throws {
    try watcher.turn { store, watcher in
      try store.writeAsync { watcher.note("one") }
      let two = try store.writeAsync { watcher.note("two") }
      store.cancelAsyncWrite(two)
      try store.writeAsync { watcher.note("three") }
    }
    try watcher.finish()
    #expect(watcher.notes == ["one", "three"])
  }

  @Test
  func `cancelling a write that has begun has no effect (R-73)`() throws {
    try watcher.turn { store, watcher in
      var id: AsyncWriteID?
      id = try store.writeAsync {
        if let id { store.cancelAsyncWrite(id) }
        try store.add(Artist.ann)
      } onComplete: { _ in
        watcher.note("complete \(store.names)")
      }
    }
    try watcher.finish()
    #expect(watcher.notes == [#"complete ["Ann"]"#])
  }

  @Test
  func `invalidating drops queued writes (R-74)`() throws {
    try watcher.turn { store, watcher in
      try store.writeAsync { watcher.note("runs") }
      store.invalidate()
      watcher.note("\(store.hasAsyncWrites)")
    }
    try watcher.finish()
    // Another store can write, because the turn was released.
    try watched.folder.open().write {}
    #expect(watcher.notes == ["false"])
  }

  @Test
  func `a block that ends its own write receives the matching outcome (R-16 R-72)`() throws {
    try watcher.turn { store, watcher in
      let ends: [(name: String, end: () throws -> Void)] = [
        ("cancel", { try store.cancelWrite() }), ("commit", { try store.commitWrite() }),
        ("invalidate", { store.invalidate() }),
      ]
      for (id, (name, end)) in ends.enumerated() {
        try store.writeAsync {
          try store.add(Artist(id: id))
          try end()
        } onComplete: {
          watcher.note("\(name): \(outcome($0))")
        }
      }
    }
    try watcher.finish()
    let ids = try watcher.read { $0.artists.map(\.id) }
    #expect(
      watcher.notes == [
        "cancel: the block of an asynchronous write cancelled it", "commit: stored",
        "invalidate: deleted or invalidated",
      ])
    #expect(ids == [1])
  }

  @Test
  func `an error of an observer does not stop the writes that are queued (R-24 R-72)`() throws {
    try watcher.turn { store, watcher in
      watcher.token = try store.observe { _, _ in throw Refused() }
      try store.beginWrite()
      try store.writeAsync {
        watcher.note("queued \(store.names)")
      } onComplete: {
        watcher.note(outcome($0))
      }
      try store.add(Artist.bob)
      watcher.noteFailure { try store.commitWrite() }
      watcher.token = nil
    }
    try watcher.finish()
    #expect(
      watcher.notes == [
        "the changes are stored, but an observer threw: Refused()", #"queued ["Bob"]"#, "stored",
      ])
  }

  @Test
  func `a write that is queued when its store is released completes with an error (R-72 R-74)`()
    throws
  {
    let notes = Recorder<String>()
    try watched.folder.configuration.elsewhere { store in
      try store.beginWrite()
      try store.writeAsync {
        notes.record("ran")
      } onComplete: {
        notes.record(outcome($0))
      }
    }
    #expect(notes.entries == ["deleted or invalidated"])
  }

  @Test
  func `captures of a completion or an observer may use the store in their deinit (R-50 R-74)`()
    throws
  {
    try watcher.turn { store, watcher in
      let held = ReleaseWriter(store, 1)
      watcher.token = try store.observe { _, _ in withExtendedLifetime(held) {} }
    }
    try watcher.turn { _, watcher in watcher.token = nil }
    try watcher.turn { store, watcher in
      let held = ReleaseWriter(store, 2)
      try store.writeAsync {
        watcher.later { store, _ in store.invalidate() }
      } onComplete: { _ in
        withExtendedLifetime(held) {}
      }
    }
    try watcher.finish()
    let ids = try watcher.read { $0.artists.map(\.id) }
    #expect(ids == [1, 2])
  }
}

/// Writes an artist when it is released.
private final class ReleaseWriter {
  private let store: ConfinedStore
  private let id: Int

  init(_ store: ConfinedStore, _ id: Int) { (self.store, self.id) = (store, id) }

  deinit { _ = try? store.write { try store.add(Artist(id: id)) } }
}
