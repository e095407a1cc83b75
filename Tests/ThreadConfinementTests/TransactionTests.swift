import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Transactions`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `adding, deleting and setting outside a write throws, without effect (R-11 R-12)`() throws {
    let store = try folder.open(.ann)
    let live = try #require(store.artist(1))
    let refusals = [
      failure { try store.add(Artist.bob) },
      failure { try store.add([Artist.bob]) },
      failure { try store.add(live) },
      failure { try store.delete(live) },
      failure { try store.delete(store.artists) },
      failure { try store.deleteAll() },
      failure { try live.set(\.name, to: "Anna") },
    ]
    #expect(refusals == Array(repeating: "not in a write transaction", count: 7))
    #expect(live.name == "Ann")
    #expect(store.names == ["Ann"])
  }

  @Test
  func `begin in begin, commit without begin and cancel without begin throw (R-13)`() throws {
    let store = try folder.open()
    var refusals = [failure { try store.commitWrite() }, failure { try store.cancelWrite() }]
    try store.beginWrite()
    refusals += [failure { try store.beginWrite() }, failure { try store.write {} }]
    try store.cancelWrite()
    #expect(
      refusals == [
        "not in a write transaction", "not in a write transaction",
        "already in a write transaction", "already in a write transaction",
      ])
  }

  @Test
  func `a write commits when its block returns, and returns its value (R-14)`() throws {
    let store = try folder.open()
    let count = try store.write {
      try store.add(Artist.ann)
      return store.artists.count
    }
    let isOpen = store.isInWriteTransaction
    #expect(count == 1)
    #expect(!isOpen)
    #expect(store.names == ["Ann"])
  }

  @Test
  func `an error in the block rolls back its changes and is rethrown (R-15)`() throws {
    let store = try folder.open(.ann)
    #expect(throws: Refused.self) {
      try store.write {
        try store.add(Artist.bob)
        store.artist(1)?.name = "Anna"
        throw Refused()
      }
    }
    #expect(store.names == ["Ann"])
    try store.write { try store.add(Artist.bob) }
    #expect(store.names == ["Ann", "Bob"])
  }

  @Test
  func `a block may cancel its write, and its end then commits nothing (R-16)`() throws {
    let store = try folder.open()
    try store.write {
      try store.add(Artist.ann)
      try store.cancelWrite()
    }
    #expect(store.names == [])
    // The end of the block does not commit a write that the block itself has begun.
    try store.write {
      try store.cancelWrite()
      try store.beginWrite()
      try store.add(Artist.bob)
    }
    #expect(store.isInWriteTransaction)
    try store.cancelWrite()
    #expect(store.names == [])
  }

  @Test
  func `isInWriteTransaction is true only during a write (R-17)`() throws {
    let store = try folder.open()
    var states = [store.isInWriteTransaction]
    try store.beginWrite()
    states.append(store.isInWriteTransaction)
    try store.commitWrite()
    states.append(store.isInWriteTransaction)
    try store.beginWrite()
    try store.cancelWrite()
    states.append(store.isInWriteTransaction)
    try store.beginWrite()
    store.invalidate()
    states.append(store.isInWriteTransaction)
    #expect(states == [false, true, false, false, false])
  }
}

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
    #expect(bob.isInvalidated)
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
