import Foundation
import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Asynchronous writes`: ~Copyable {
  let folder: StoreFolder
  let watcher: Watcher
  init() throws {
    let folder = try StoreFolder()
    watcher = try Watcher(folder.configuration)
    self.folder = folder
  }
  deinit { watcher.close() }

  @Test
  func `writeAsync returns at once; blocks run in order, here, each before its completion (R-72)`()
    throws
  {
    try watcher.turn { store, watcher in
      for id in 1...2 {
        try store.writeAsync {
          try store.add(Artist(id: id))
          watcher.note("block \(id) \(CurrentThread.name ?? "") \(store.isInWriteTransaction)")
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
  func `the commit runs while the thread continues, and is visible to others (R-72)`() throws {
    try watcher.turn { store, watcher in
      try store.beginWrite()
      try store.add(Artist.ann)
      try store.commitAsyncWrite { _ in watcher.note("complete \(store.names)") }
      watcher.note("in write \(store.isInWriteTransaction)")
    }
    try watcher.finish()
    let names = try folder.open().names
    #expect(watcher.notes == ["in write false", #"complete ["Ann"]"#])
    #expect(names == ["Ann"])
  }

  @Test
  func `beginAsyncWrite rolls back unless the block commits (R-73)`() throws {
    try watcher.turn { store, _ in
      try store.beginAsyncWrite { try store.add(Artist.ann) }
      try store.beginAsyncWrite {
        try store.add(Artist.bob)
        try store.commitAsyncWrite()
      }
      try store.beginAsyncWrite {
        try store.add(Artist.cid)
        try store.commitWrite()
      }
    }
    try watcher.finish()
    let names = try watcher.turn { store, _ in store.names }
    #expect(names == ["Bob", "Cid"])
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
  func `cancelling a commit only drops its completion (R-73)`() throws {
    try watcher.turn { store, watcher in
      try store.beginWrite()
      try store.add(Artist.ann)
      let commit = try store.commitAsyncWrite { _ in watcher.note("complete") }
      store.cancelAsyncWrite(commit)
    }
    try watcher.finish()
    let names = try watcher.turn { store, _ in store.names }
    #expect(watcher.notes == [])
    #expect(names == ["Ann"])
  }

  @Test
  func `the state is true from queueing to the end, and invalidating drops queued writes (R-74)`()
    throws
  {
    try watcher.turn { store, watcher in
      watcher.note("\(store.isPerformingAsynchronousWriteOperations)")
      try store.writeAsync { watcher.note("runs") }
      watcher.note("\(store.isPerformingAsynchronousWriteOperations)")
      store.invalidate()
      watcher.note("\(store.isPerformingAsynchronousWriteOperations)")
    }
    try watcher.finish()
    try watcher.turn { store, watcher in
      try store.writeAsync {
        watcher.note("inside \(store.isPerformingAsynchronousWriteOperations)")
      }
    }
    try watcher.finish()
    // The turn was released, so another store can write.
    try folder.open().write {}
    #expect(watcher.notes == ["false", "true", "false", "inside true"])
  }

  @Test
  func `an error of an observer does not stop the writes that are queued (R-24 R-72)`() throws {
    struct Refused: Error {}
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.observe { _, _ in throw Refused() }
      try store.beginWrite()
      try store.writeAsync {
        watcher.note("queued \(store.names)")
      } onComplete: {
        watcher.note($0?.reason ?? "stored")
      }
      try store.add(Artist.bob)
      watcher.note(failure { try store.commitWrite() } ?? "none")
      watcher.token = nil
    }
    try watcher.finish()
    watcher.close()
    #expect(
      watcher.notes == ["an observer threw: Refused()", #"queued ["Bob"]"#, "stored"])
  }

  @Test
  func `commits complete in the order in which they were begun (R-72)`() async throws {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      for number in 0..<100 {
        try store.beginWrite()
        try store.add(Artist(id: number))
        try store.commitAsyncWrite { _ in watcher.note("\(number)") }
      }
    }
    try watcher.finish()
    watcher.close()
    #expect(watcher.notes == (0..<100).map { "\($0)" })
  }

  @Test
  func `a write that is queued when its store is released completes with an error (R-72 R-74)`()
    throws
  {
    let notes = Recorder<String>()
    let configuration = folder.configuration
    try elsewhere {
      let store = try ConfinedStore.open(configuration)
      try store.beginWrite()
      try store.writeAsync {
        notes.record("ran")
      } onComplete: {
        notes.record($0?.reason ?? "stored")
      }
    }
    #expect(notes.entries == ["deleted or invalidated"])
  }

  @Test
  func `captures of a completion or an observer may use the store in their deinit (R-50 R-74)`()
    throws
  {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      let held = ReleaseWriter(store, 1)
      watcher.token = try store.observe { _, _ in withExtendedLifetime(held) {} }
    }
    try watcher.turn { _, watcher in watcher.token = nil }
    try watcher.turn { store, _ in
      let held = ReleaseWriter(store, 2)
      try store.beginWrite()
      let id = try store.commitAsyncWrite { _ in withExtendedLifetime(held) {} }
      store.cancelAsyncWrite(id)
    }
    try watcher.finish()
    let ids = try watcher.turn { store, _ in store.artists.map(\.id) }
    watcher.close()
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
