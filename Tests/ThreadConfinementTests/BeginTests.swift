import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Beginning a write`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `begin advances to the newest version and notifies observers, inside the write (R-22)`()
    throws
  {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        watcher.note(change, as: "in write \(store.isInWriteTransaction): ")
      }
    }
    let configuration = folder.configuration
    try watcher.turn { store, watcher in
      try elsewhere {
        let other = try ConfinedStore.open(configuration)
        try other.write { try other.add(Artist.ann) }
      }
      watcher.note("before \(store.names)")
      try store.beginWrite()
      watcher.note("begun \(store.names)")
      try store.cancelWrite()
    }
    #expect(
      watcher.notes == [
        "in write false: initial 0", "before []", "in write true: update [] [0] []",
        #"begun ["Ann"]"#,
      ])
    watcher.close()
  }

  @Test
  func `changes are visible at once in the writing store (R-23)`() throws {
    let store = try folder.open(.ann)
    let artists = store.artists
    let named = artists.where { $0.name.starts(with: "B") }
    var counts = [artists.count, named.count]
    try store.beginWrite()
    try store.add(Artist.bob)
    counts += [artists.count, named.count]
    try store.cancelWrite()
    counts += [artists.count, named.count]
    #expect(counts == [1, 0, 2, 1, 1, 0])
  }

  @Test
  func `an error of an observer during begin cancels the write, and a new one begins (R-24)`()
    throws
  {
    struct Refused: Error {}
    let watcher = try Watcher(folder.configuration)
    let configuration = folder.configuration
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        if case .update = change { throw Refused() }
      }
    }
    try watcher.turn { store, watcher in
      try elsewhere {
        let other = try ConfinedStore.open(configuration)
        try other.write { try other.add(Artist.ann) }
      }
      watcher.note(failure { try store.beginWrite() } ?? "none")
      watcher.note("in write \(store.isInWriteTransaction)")
      try store.beginWrite()
      watcher.note("in write \(store.isInWriteTransaction) \(store.names)")
      try store.cancelWrite()
    }
    #expect(
      watcher.notes == [
        "an observer threw: Refused()", "in write false", #"in write true ["Ann"]"#,
      ])
    watcher.close()
  }
}
