import Foundation
import Locking
import Testing
import ThreadConfinement

struct `Asynchronous writes`: ~Copyable {
  let folder: StoreFolder
  let watcher: Watcher
  init() throws {
    let folder = try StoreFolder()
    watcher = try Watcher(folder.configuration)
    self.folder = folder
  }
  deinit { watcher.close() }

  /// Waits until nothing of the store is under way.
  private func finish() throws {
    while try watcher.turn({ store, _ in store.isPerformingAsynchronousWriteOperations }) {}
  }

  @Test
  func `writeAsync returns at once; blocks run in order, here, each before its completion (R-72)`()
    throws
  {
    try watcher.turn { store, watcher in
      for id in 1...2 {
        try store.writeAsync {
          try store.add(Artist(id: id))
          watcher.note("block \(id) \(PresentThread.name ?? "") \(store.isInWriteTransaction)")
        } onComplete: { failure in
          watcher.note("complete \(id) \(store.artists.count) \(failure == nil)")
        }
        watcher.note("returned \(id)")
      }
    }
    try finish()
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
    try finish()
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
    try finish()
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
    try finish()
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
    try finish()
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
    try finish()
    try watcher.turn { store, watcher in
      try store.writeAsync {
        watcher.note("inside \(store.isPerformingAsynchronousWriteOperations)")
      }
    }
    try finish()
    // The turn was given back: another store may write.
    try folder.open().write {}
    #expect(watcher.notes == ["false", "true", "false", "inside true"])
  }

  @Test
  func `a write in the meantime does not wait for one that is queued (R-72)`() throws {
    for _ in 0..<20 {
      try watcher.turn { store, _ in
        try store.writeAsync { try store.add(Artist.bob, update: .all) }
        try store.write { try store.add(Artist.ann, update: .all) }
      }
    }
    try finish()
    let names = try watcher.turn { store, _ in store.names }
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `asynchronous writes of two stores and plain ones take turns (R-20 R-72)`() throws {
    let second = try Watcher(folder.configuration, name: "second")
    let count = 20
    for index in 0..<count {
      try watcher.turn { store, _ in
        try store.writeAsync { try store.add(Artist(id: index * 3)) }
      }
      try second.turn { store, _ in
        try store.writeAsync { try store.add(Artist(id: index * 3 + 1)) }
      }
      let store = try folder.open()
      try store.write { try store.add(Artist(id: index * 3 + 2)) }
    }
    try finish()
    while try second.turn({ store, _ in store.isPerformingAsynchronousWriteOperations }) {}
    let store = try folder.open()
    try store.refresh()
    #expect(store.artists.map(\.id) == Array(0..<(count * 3)))
    second.close()
  }

  @Test
  func `others are told of such a commit, even if the store has begun to write again (R-72)`()
    throws
  {
    let other = try Watcher(folder.configuration, name: "other")
    let told = DispatchSemaphore(value: 0)
    try other.turn { store, other in
      other.token = try store.artists.observe { change in
        other.note(change)
        if case .update = change { told.signal() }
      }
    }
    try watcher.turn { store, _ in
      try store.beginWrite()
      try store.add(Artist.ann)
      try store.commitAsyncWrite()
      try store.beginWrite()
    }
    told.wait()
    let notes = other.notes
    try watcher.turn { store, _ in try store.cancelWrite() }
    try finish()
    #expect(notes == ["initial 0", "update [] [0] []"])
    other.close()
  }
}
