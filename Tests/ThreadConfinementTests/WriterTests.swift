import Concurrency
import Foundation
import TestSupport
import Testing

@testable import ThreadConfinement

@Suite(.serialized)
struct `One writer at a time`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a second begin waits for the commit, and a reader does not (R-20 R-21)`() throws {
    let store = try folder.open(.ann)
    let (history, refused) = (Recorder<String>(), DispatchSemaphore(value: 0))
    let configuration = folder.configuration.with(
      \.onWriteRefused,
      {
        history.record("second is refused")
        refused.signal()
      })
    let second = ConfinedThread(name: "second")
    try store.beginWrite()
    try store.add(Artist.bob)
    second.enqueue {
      guard let store = try? ConfinedStore.open(configuration) else { return }
      history.record("second reads \(store.names)")
      _ = try? store.write {
        history.record("second writes \(store.names)")
        try store.add(Artist.cid)
      }
    }
    refused.wait()
    history.record("first commits \(store.names)")
    try store.commitWrite()
    second.finish()
    #expect(
      history.entries == [
        #"second reads ["Ann"]"#, "second is refused", #"first commits ["Ann", "Bob"]"#,
        #"second writes ["Ann", "Bob"]"#,
      ])
  }
}

@Suite(.serialized)
struct `Turns of asynchronous writes`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `a plain write does not wait for a queued one (R-72)`() throws {
    for _ in 0..<20 {
      try watcher.turn { store, _ in
        try store.writeAsync { try store.add(Artist.bob, update: .all) }
        try store.write { try store.add(Artist.ann, update: .all) }
      }
    }
    try watcher.finish()
    #expect(try watcher.names == ["Ann", "Bob"])
  }

  @Test
  func `asynchronous writes of two stores and plain ones take turns (R-20 R-72)`() throws {
    let second = try Watcher(watched.folder.configuration, name: "second")
    let count = 20
    for index in 0..<count {
      try watcher.turn { store, _ in
        try store.writeAsync { try store.add(Artist(id: index * 3)) }
      }
      try second.turn { store, _ in
        try store.writeAsync { try store.add(Artist(id: index * 3 + 1)) }
      }
      let store = try watched.folder.open()
      try store.write { try store.add(Artist(id: index * 3 + 2)) }
    }
    try watcher.finish()
    try second.finish()
    let store = try watched.folder.open()
    try store.refresh()
    #expect(store.artists.map(\.id) == Array(0..<(count * 3)))
    second.close()
  }

  /// Runs in a child process, whose global queue no other test needs.
  @Test
  func `need no thread of a queue that others fill (R-72)`() throws {
    let program = try BuiltProgram("StoreWriter").start(["full-queue", watched.folder.file.path])
    #expect(program.ending().output == "stored\nstored now\npassed on\n")
  }

  @Test
  func `turns are granted in the order of the requests (R-20 R-72)`() {
    let (queue, granted) = (WriterQueue(), Recorder<String>())
    let tickets = (0..<3).map { _ in Gate() }
    let isFree = queue.request(tickets[0]) { granted.record("first") }
    for (ticket, name) in zip(tickets.dropFirst(), ["second", "third"]) {
      _ = queue.request(ticket) { granted.record(name) }
    }
    queue.release()
    _ = queue.request(tickets[0]) { granted.record("first") }
    for _ in 0..<2 { queue.release() }
    #expect(isFree)
    #expect(granted.entries == ["second", "third", "first"])
  }

  @Test
  func `others receive such a commit, even if the store has begun to write again (R-72)`() throws {
    let other = try Watcher(watched.folder.configuration, name: "other")
    let notified = DispatchSemaphore(value: 0)
    try other.turn { store, other in
      other.token = try store.artists.observe { change in
        other.note(change)
        if case .update = change { notified.signal() }
      }
    }
    try watcher.turn { store, watcher in
      try store.writeAsync {
        try store.add(Artist.ann)
        watcher.later { store, _ in try store.beginWrite() }
      }
    }
    notified.wait()
    let notes = other.notes
    try watcher.turn { store, _ in try store.cancelWrite() }
    try watcher.finish()
    #expect(notes == ["initial 0", "update [] [0] []"])
    other.close()
  }
}
