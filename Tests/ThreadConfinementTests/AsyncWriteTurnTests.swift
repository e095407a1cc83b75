import Foundation
import TestSupport
import Testing

@testable import ThreadConfinement

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
    let names = try watcher.turn { store, _ in store.names }
    #expect(names == ["Ann", "Bob"])
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
    let ending = program.ending()
    #expect(ending.output == "stored\nstored now\npassed on\n")
  }

  @Test
  func `a store that did not take its turn in time gets the next, and twice the time (R-20 R-72)`()
    throws
  {
    let (queue, granted) = (WriterQueue(), Recorder<String>())
    let first = WriterQueue.Ticket()
    let isFree = queue.request(first) { granted.record("first") }
    for name in ["second", "third"] {
      _ = queue.request(WriterQueue.Ticket()) { granted.record(name) }
    }
    queue.release()
    _ = queue.request(first, isFirst: true) { granted.record("first") }
    for _ in 0..<2 { queue.release() }
    let times = [0, 1, 2, 6, 9].map { WriterQueue.turnTimeout(missedTurns: $0) }
    #expect(isFree)
    #expect(granted.entries == ["second", "first", "third"])
    #expect(times == [100, 200, 400, 6_400, 6_400].map { .milliseconds($0) })
  }

  @Test
  func `others receive such a commit, even if the store has begun to write again (R-72)`()
    throws
  {
    let other = try Watcher(watched.folder.configuration, name: "other")
    let told = DispatchSemaphore(value: 0)
    try other.turn { store, other in
      other.token = try store.artists.observe { change in
        other.note(change)
        if case .update = change { told.signal() }
      }
    }
    try watcher.turn { store, watcher in
      try store.writeAsync {
        try store.add(Artist.ann)
        watcher.later { store, _ in try store.beginWrite() }
      }
    }
    told.wait()
    let notes = other.notes
    try watcher.turn { store, _ in try store.cancelWrite() }
    try watcher.finish()
    #expect(notes == ["initial 0", "update [] [0] []"])
    other.close()
  }

  @Test
  func
    `an own commit counts as own, even if the store begins to write before it processes the commit (R-55)`()
    throws
  {
    try watcher.turn { store, watcher in
      try store.write { try store.add(Artist.ann) }
      watcher.token = try store.artist(1)?.observe { change in
        guard case .change(_, let properties) = change else { return }
        watcher.note("\(properties.map { "\($0.name) \($0.oldValue == nil)" })")
      }
    }
    try watcher.turn { store, watcher in
      try store.writeAsync {
        store.artist(1)?.name = "Anna"
        watcher.later { store, _ in
          try store.beginWrite()
          try store.cancelWrite()
        }
      }
    }
    try watcher.finish()
    #expect(watcher.notes == [#"["name true"]"#])
  }
}
