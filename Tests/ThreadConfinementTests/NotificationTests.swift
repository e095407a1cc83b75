import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Collection notifications`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `the first call is initial, later ones are updates, ascending (R-43)`() throws {
    try watched.observe()
    try watched.write { try $0.add([Artist.cid, .ann, .bob]) }
    try watched.write { store in
      store.artist(3)?.name = "Cida"
      store.artist(1)?.name = "Anna"
    }
    try watched.write { try $0.delete($0.artists.where { $0.id != 2 }) }
    #expect(
      watcher.notes == [
        "initial 0", "update [] [0, 1, 2] []", "update [] [] [0, 2]", "update [0, 2] [] []",
      ])
  }

  @Test
  func `a commit that does not touch the matching set calls no observer (R-44)`() throws {
    try watched.observe { $0.artists.where { $0.age > 35 } }
    try watched.write { try $0.add(Artist.ann) }
    try watched.write { $0.artist(1)?.name = "Anna" }
    try watched.write { try $0.add(Song(id: "1")) }
    try watched.write { _ in }
    #expect(watcher.notes == ["initial 0"])
  }

  @Test
  func `out of the filter is a deletion, into it an insertion, inside a modification (R-45)`()
    throws
  {
    try watched.write { try $0.add([Artist.ann, .bob, .cid]) }
    try watched.observe { $0.artists.where { $0.age > 35 } }
    try watched.write { $0.artist(2)?.age = 10 }
    try watched.write { $0.artist(1)?.age = 60 }
    try watched.write { $0.artist(3)?.name = "Cida" }
    #expect(
      watcher.notes == ["initial 2", "update [0] [] []", "update [] [0] []", "update [] [] [1]"])
  }

  @Test
  func
    `insert and delete in one write is nothing, delete and modify are both by old places (R-46)`()
    throws
  {
    try watched.write { try $0.add([Artist.ann, .bob, .cid]) }
    try watched.observe()
    try watched.write { try $0.delete($0.add(Artist(id: 4))) }
    try watched.write { store in
      try store.delete(store.artists[1])
      store.artist(3)?.name = "Cida"
    }
    #expect(watcher.notes == ["initial 3", "update [1] [] [2]"])
  }

  @Test
  func `an object that is added again or moved is a deletion and an insertion (R-46)`() throws {
    try watched.write { try $0.add([Artist.ann, .bob, .cid]) }
    try watched.observe { $0.artists.sorted(by: \.name) }
    try watched.write { store in
      try store.delete(store.artists[1])
      try store.add(Artist.bob)
    }
    try watched.write { $0.artist(1)?.name = "Zoe" }
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
