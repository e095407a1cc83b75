import Foundation
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
  func `the commit happens while the thread goes on, and is seen by others (R-72)`() throws {
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
  func `beginAsyncWrite without a commit rolls back, with one it stores (R-73)`() throws {
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
  func `cancelling a commit drops its completion only (R-73)`() throws {
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
  func `the state is true from queueing to the end; invalidating drops what is queued (R-74)`()
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
    // The turn was given back: another store may write.
    try folder.open().write {}
    #expect(watcher.notes == ["false", "true", "false", "inside true"])
  }
}
