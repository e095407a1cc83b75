import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Cancelled writes`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a cancelled insert leaves its object invalidated and the count as before (R-18)`() throws {
    let store = try folder.open(.ann)
    try store.beginWrite()
    let bob = try store.add(Artist.bob)
    try store.cancelWrite()
    let isInvalidated = bob.isInvalidated
    #expect(isInvalidated)
    #expect(store.artists.count == 1)
    // A new object with the same key does not change that.
    try store.write { try store.add(Artist(id: 2, name: "Ben")) }
    let isStillInvalidated = bob.isInvalidated
    #expect(isStillInvalidated)
  }

  @Test
  func `a cancelled delete or change leaves the object unchanged (R-18)`() throws {
    let store = try folder.open(.ann, .bob)
    let ann = try #require(store.artist(1))
    let bob = try #require(store.artist(2))
    try store.beginWrite()
    try store.delete(ann)
    bob.name = "Bobby"
    let during = (ann.isInvalidated, bob.name)
    try store.cancelWrite()
    #expect(during == (true, "Bobby"))
    #expect([ann.name, bob.name] == ["Ann", "Bob"])
  }

  @Test
  func `releasing or invalidating a store in a write rolls back (R-19)`() throws {
    do {
      let store = try folder.open()
      try store.beginWrite()
      try store.add(Artist.ann)
    }
    let store = try folder.open()
    try store.beginWrite()
    try store.add(Artist.bob)
    store.invalidate()
    #expect(store.names == [])
    try store.write { try store.add(Artist.cid) }
    #expect(store.names == ["Cid"])
  }
}
