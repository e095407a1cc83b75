import Concurrency
import Foundation
import TestSupport
import Testing

@testable import ThreadConfinement

@Suite(.serialized)
struct `Store and object notifications`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  private func observeAnn() throws {
    try watcher.turn { store, watcher in
      let ann = try store.write { try store.add(Artist.ann) }
      watcher.token = try ann.observe { watcher.note($0) }
    }
  }

  @Test
  func `a store's observer is called at the end of each commit, until its token ends (R-54)`()
    throws
  {
    try watcher.observeStore()
    try watcher.turn { store, watcher in
      try store.write { try store.add(Artist.ann) }
      watcher.note("committed")
      try store.write {}
      watcher.note("committed nothing")
      watcher.token?.invalidate()
      try store.write { try store.add(Artist.bob) }
    }
    #expect(
      watcher.notes == [
        #"didChange ["Ann"]"#, "committed", #"didChange ["Ann"]"#, "committed nothing",
      ])
  }

  @Test
  func `a store's observer that writes is not called from inside itself, others are (R-52)`() throws
  {
    try watcher.turn { store, watcher in
      watcher.token = try store.observe { _, store in
        watcher.note("one \(store.artists.count)")
        if store.artists.count < 2 { try store.write { try store.add(Artist.bob) } }
        watcher.note("one ends")
      }
      watcher.second = try store.observe { _, store in watcher.note("two \(store.artists.count)") }
      try store.write { try store.add(Artist.ann) }
    }
    #expect(watcher.notes == ["one 1", "two 2", "one ends", "two 2"])
  }

  @Test
  func
    `an object's observer receives the names of the changes, with old and new values (R-55)`()
    throws
  {
    try observeAnn()
    try watcher.write { $0.artist(1)?.name = "Anna" }
    try watched.writeElsewhere { $0.artist(1)?.age = 31 }
    #expect(
      watcher.notes == [#"1 ["name Ann -> Anna"]"#, #"1 ["age Optional(30) -> Optional(31)"]"#])
  }

  @Test
  func `deleted is the last call of an object's observer (R-55)`() throws {
    try observeAnn()
    try watched.writeElsewhere { try $0.delete($0.artists) }
    try watched.writeElsewhere { try $0.add(Artist.ann) }
    try watched.writeElsewhere { $0.artist(1)?.age = 31 }
    #expect(watcher.notes == ["deleted"])
  }

  @Test
  func `all changes of one write are reported in one call, in property order (R-56)`() throws {
    try observeAnn()
    try watcher.write { store in
      store.artist(1)?.age = 31
      store.artist(1)?.name = "Anna"
    }
    #expect(watcher.notes == [#"1 ["name Ann -> Anna", "age Optional(30) -> Optional(31)"]"#])
  }

  @Test
  func `a value set to itself is reported, one that an update leaves alone is not (R-56)`() throws {
    try observeAnn()
    try watcher.write { $0.artist(1)?.name = "Ann" }
    try watcher.write { try $0.add(Artist.ann, update: .modified) }
    #expect(watcher.notes == [#"1 ["name Ann -> Ann"]"#])
  }

  @Test
  func `observing an object that is not stored, or an unknown key path, throws (R-57)`() throws {
    try watcher.turn { store, watcher in
      let ann = try store.write { try store.add(Artist.ann) }
      watcher.noteFailure { _ = try store.managed(Artist.bob).observe { _ in } }
      watcher.noteFailure { _ = try ann.observe(keyPaths: [\.shout]) { _ in } }
      try store.write {
        try store.delete(ann)
        watcher.noteFailure { _ = try store.add(Artist.ann).observe { _ in } }
      }
      watcher.noteFailure { _ = try ann.observe { _ in } }
    }
    #expect(
      watcher.notes == [
        "not managed", "the key path is not a column", "already in a write transaction",
        "deleted or invalidated",
      ])
  }

  @Test
  func `an observer of key paths is notified only of these (R-55)`() throws {
    try watcher.turn { store, watcher in
      let ann = try store.write { try store.add(Artist.ann) }
      watcher.token = try ann.observe(keyPaths: [\.age]) { watcher.note($0) }
    }
    try watcher.write { $0.artist(1)?.name = "Anna" }
    try watcher.write { $0.artist(1)?.age = 31 }
    #expect(watcher.notes == [#"1 ["age Optional(30) -> Optional(31)"]"#])
  }

  @Test
  func `after the store was invalidated an observer receives an object that is valid (R-31 R-55)`()
    throws
  {
    try observeAnn()
    try watcher.turn { store, _ in store.invalidate() }
    try watcher.write { $0.artist(1)?.name = "Anna" }
    #expect(watcher.notes == [#"1 ["name Ann -> Anna"]"#])
  }

  @Test
  func `a value that is set to itself is reported however soon another store refreshes (R-56)`()
    throws
  {
    let configuration = watched.folder.configuration
    let store = try watched.folder.open(.ann)
    let (reported, seen) = (Recorder<String>(), Locked<Int64>(0))
    let (isObserving, isEnding) = (Gate(), Gate())
    let reader = ConfinedThread(name: "reader")
    reader.enqueue {
      guard let store = try? ConfinedStore.open(configuration) else { return }
      let token = try? store.artist(1)?.observe { change in
        if case .change(_, let properties) = change { reported.record(properties[0].name) }
      }
      isObserving.open()
      while !isEnding.isOpen {
        _ = try? store.refresh()
        seen.withLock { $0 = store.reading.snapshot?.version ?? 0 }
        sched_yield()
      }
      token?.invalidate()
    }
    try waiting(for: "the reader") { isObserving.wait() }
    for _ in 0..<100 {
      try store.write { store.artist(1)?.name = "Ann" }
      let own = try #require(store.reading.snapshot).version
      while seen.withLock({ $0 }) < own { sched_yield() }
    }
    isEnding.open()
    reader.finish()
    #expect(reported.entries == Array(repeating: "name", count: 100))
  }

  @Test
  func `after an invalidation a store's observer receives the next commit elsewhere (R-31 R-54)`()
    throws
  {
    try watcher.observeStore()
    try watcher.turn { store, _ in store.invalidate() }
    try watched.writeElsewhere { try $0.add(Artist.ann) }
    let refreshed = try watcher.turn { store, _ in
      store.invalidate()
      return try store.refresh()
    }
    #expect(watcher.notes == [#"didChange ["Ann"]"#])
    #expect(!refreshed)
  }
}
