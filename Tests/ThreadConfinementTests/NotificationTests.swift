import Foundation
import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Collection notifications`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `the first call is initial, later ones are updates, ascending (R-43)`() throws {
    try watcher.observe()
    try watcher.write { try $0.add([Artist.cid, .ann, .bob]) }
    try watcher.write { store in
      store.artist(3)?.name = "Cida"
      store.artist(1)?.name = "Anna"
    }
    try watcher.write { try $0.delete($0.artists.where { $0.id != 2 }) }
    #expect(
      watcher.notes == [
        "initial 0", "update [] [0, 1, 2] []", "update [] [] [0, 2]", "update [0, 2] [] []",
      ])
  }

  @Test
  func `a commit that does not touch the matching set calls no observer (R-44)`() throws {
    try watcher.observe { $0.artists.where { $0.age > 35 } }
    try watcher.write { try $0.add(Artist.ann) }
    try watcher.write { $0.artist(1)?.name = "Anna" }
    try watcher.write { try $0.add(Song(id: "1")) }
    try watcher.write { _ in }
    #expect(watcher.notes == ["initial 0"])
  }

  @Test
  func `out of the filter is a deletion, into it an insertion, inside a modification (R-45)`()
    throws
  {
    try watcher.write { try $0.add([Artist.ann, .bob, .cid]) }
    try watcher.observe { $0.artists.where { $0.age > 35 } }
    try watcher.write { $0.artist(2)?.age = 10 }
    try watcher.write { $0.artist(1)?.age = 60 }
    try watcher.write { $0.artist(3)?.name = "Cida" }
    #expect(
      watcher.notes == ["initial 2", "update [0] [] []", "update [] [0] []", "update [] [] [1]"])
  }

  @Test
  func
    `insert and delete in one write is nothing, delete and modify are both by old places (R-46)`()
    throws
  {
    try watcher.write { try $0.add([Artist.ann, .bob, .cid]) }
    try watcher.observe()
    try watcher.write { try $0.delete($0.add(Artist(id: 4))) }
    try watcher.write { store in
      try store.delete(store.artists[1])
      store.artist(3)?.name = "Cida"
    }
    #expect(watcher.notes == ["initial 3", "update [1] [] [2]"])
  }

  @Test
  func `an object that is added again or moved is a deletion and an insertion (R-46)`() throws {
    try watcher.write { try $0.add([Artist.ann, .bob, .cid]) }
    try watcher.observe { $0.artists.sorted(by: \.name) }
    try watcher.write { store in
      try store.delete(store.artists[1])
      try store.add(Artist.bob)
    }
    try watcher.write { $0.artist(1)?.name = "Zoe" }
    #expect(watcher.notes == ["initial 3", "update [1] [1] []", "update [0] [2] []"])
  }

  @Test
  func `writes before the first call are in initial, several later ones are one update (R-47)`()
    throws
  {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { watcher.note($0) }
      try store.write { try store.add(Artist.ann) }
    }
    try watcher.turn { store, _ in
      try store.write { try store.add(Artist.bob) }
      try store.write { try store.add(Artist.cid) }
      try store.write { try store.delete(store.artists[0]) }
    }
    #expect(watcher.notes == ["initial 1", "update [0] [0, 1] []"])
  }
}

@Suite(.serialized)
struct `Notification tokens`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `a silent write skips that observer, whose next update is of later changes only (R-49)`()
    throws
  {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { watcher.note($0, as: "one ") }
      watcher.second = try store.artists.observe { watcher.note($0, as: "two ") }
    }
    try watcher.turn { store, watcher in
      try store.write(withoutNotifying: watcher.silent) { _ = try store.add(Artist.ann) }
    }
    try watcher.write { try $0.add(Artist.bob) }
    // The observer receives the change that was pending before the silent write.
    try watcher.turn { store, watcher in
      try store.write { try store.add(Artist.cid) }
      try store.write(withoutNotifying: watcher.silent) { store.artist(1)?.age = 31 }
    }
    #expect(
      watcher.notes == [
        "one initial 0", "two initial 0", "two update [] [0] []", "one update [] [1] []",
        "two update [] [1] []", "one update [] [2] []", "two update [] [2] [0]",
      ])
  }

  @Test
  func `an observer that throws before a silent write leaves no write open (R-49)`() throws {
    try watcher.onUpdate { _, _ in throw Refused() }
    try watcher.turn { store, watcher in
      try store.write { try store.add(Artist.ann) }
      watcher.noteFailure {
        try store.write(withoutNotifying: watcher.silent) { _ = try store.add(Artist.bob) }
      }
      watcher.note("in write \(store.isInWriteTransaction) \(store.names)")
      watcher.token = nil
    }
    #expect(watcher.notes == ["an observer threw: Refused()", #"in write false ["Ann"]"#])
  }

  @Test
  func `a silent write refuses a token of another store (R-49)`() throws {
    try watcher.observe()
    let store = try watched.folder.open()
    let refusal = failure { try store.write(withoutNotifying: watcher.silent) {} }
    let isOpen = store.isInWriteTransaction
    #expect(refusal == "belongs to another store")
    #expect(!isOpen)
  }

  @Test
  func `invalidating or releasing a token ends the calls (R-50)`() throws {
    try watcher.observe()
    try watcher.turn { store, watcher in
      watcher.second = try store.artists.observe { watcher.note($0, as: "two ") }
    }
    // Invalidated on another thread.
    watcher.token?.invalidate()
    try watcher.write { try $0.add(Artist.ann) }
    try watcher.turn { _, watcher in watcher.second = nil }
    try watcher.write { try $0.add(Artist.bob) }
    #expect(watcher.notes == ["initial 0", "two initial 0", "two update [] [0] []"])
  }

  @Test
  func `invalidating a token releases the observer's captures (R-50)`() throws {
    try watcher.turn { store, watcher in
      let screen = DeinitProbe { watcher.note("released") }
      watcher.token = try store.artists.observe { _ in withExtendedLifetime(screen) {} }
    }
    let before = watcher.notes
    // Invalidated on another thread, without a later write.
    watcher.token?.invalidate()
    watcher.settle()
    #expect(before == [])
    #expect(watcher.notes == ["released"])
  }

  @Test
  func `a token that ends before a busy queue registers the observer prevents all calls (R-50)`()
    throws
  {
    let queue = ConfinedQueue(label: "datamanager")
    let busy = DispatchSemaphore(value: 0)
    queue.enqueue { busy.wait() }
    try watcher.turn { store, watcher in
      watcher.token = store.artists.observe(on: queue) { watcher.note($0) }
      watcher.token?.invalidate()
    }
    busy.signal()
    queue.sync {}
    #expect(watcher.notes == [])
  }
}
