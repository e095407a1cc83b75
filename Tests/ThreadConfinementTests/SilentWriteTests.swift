import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Silent writes`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func
    `mixed with normal ones keep every mirrored list consistent (R-43 R-48 R-49)`(
      seed: UInt64
    ) throws
  {
    let configuration = watched.folder.configuration
    let home = ConfinedThread(name: "home")
    let screens = try home.sync { try Screens(.open(configuration), seed: seed) }
    guard let screens else { return }
    for _ in 0..<20 {
      try home.sync {
        for _ in 0..<screens.draw(1..<5) {
          switch screens.draw(0..<8) {
          case 0, 1, 2: try screens.writeSilently()
          case 3: try screens.cancel()
          case 4:
            let seed = UInt64(screens.draw(0..<1_000_000))
            try configuration.writeElsewhere { store in
              var generator = SeededNumbers(seed: seed)
              try Screens.change(store, &generator)
            }
          default: try screens.write()
          }
        }
      }
    }
    // Pending deliveries run before this task.
    home.sync { screens.isAnswering = false }
    for _ in 0..<3 { home.sync {} }
    let found = home.sync {
      (
        mistakes: screens.mirrors.flatMap(\.mistakes),
        areCurrent: screens.mirrors.map(\.isCurrent), calls: screens.mirrors.map(\.callCount),
        writes: [screens.writesIntoBegun, screens.writesFromCalls]
      )
    }
    home.sync { for mirror in screens.mirrors { mirror.token = nil } }
    home.finish()
    #expect(found?.mistakes == [])
    #expect(found?.areCurrent == [true, true, true, true])
    // Each screen received many changes.
    #expect(found?.calls.allSatisfy { $0 > 5 } == true, "\(found?.calls ?? [])")
    #expect(found?.writes.contains { $0 > 0 } == true, "\(found?.writes ?? [])")
  }

  @Test
  func
    `an observer that writes into the write that calls it leaves the places of others right (R-22 R-43)`()
    throws
  {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        watcher.note(change, as: "one in write \(store.isInWriteTransaction) \(store.names) ")
        if store.isInWriteTransaction { try store.add(Artist.ann) }
      }
      watcher.second = try store.artists.observe { change in
        watcher.note(change, as: "two in write \(store.isInWriteTransaction) \(store.names) ")
      }
    }
    try watcher.turn { store, watcher in
      try store.configuration.writeElsewhere { try $0.add(Artist.bob) }
      let token = try #require(watcher.second)
      try store.beginWrite()
      watcher.note("begun \(store.names)")
      try store.commitWrite(withoutNotifying: [token])
      try store.write { _ = try store.add(Artist.cid) }
    }
    #expect(
      watcher.notes == [
        "one in write false [] initial 0", "two in write false [] initial 0",
        #"one in write true ["Bob"] update [] [0] []"#,
        #"two in write false ["Bob"] update [] [0] []"#, #"begun ["Ann", "Bob"]"#,
        #"one in write false ["Ann", "Bob", "Cid"] update [] [0, 2] []"#,
        #"two in write false ["Ann", "Bob", "Cid"] update [] [2] []"#,
      ])
  }

  /// Adds Ann, so that the observer has a change to receive, and Bob in a write that does not
  /// notify it. Notes how that write ends.
  private func addAnnThenBobSilently() throws {
    try watcher.turn { store, watcher in
      try store.write { _ = try store.add(Artist.ann) }
      try store.beginWrite()
      try store.add(Artist.bob)
      watcher.note(failure { try store.commitWrite(withoutNotifying: watcher.silent) } ?? "stored")
      watcher.note("\(store.isInWriteTransaction) \(store.names)")
    }
  }

  @Test
  func `an observer that replaces the suspended write with its own loses neither (R-19 R-49)`()
    throws
  {
    try watcher.onUpdate { store, watcher in
      store.invalidate()
      try store.beginWrite()
      try store.add(Artist.cid)
    }
    try addAnnThenBobSilently()
    try watcher.turn { store, watcher in
      watcher.token = nil
      try store.commitWrite()
    }
    // This write would wait forever if the turn were lost.
    try watched.writeElsewhere { try $0.add(Artist.bob) }
    #expect(watcher.notes == ["not in a write transaction", #"true ["Ann", "Cid"]"#])
    #expect(try watched.folder.open().names == ["Ann", "Bob", "Cid"])
  }

  @Test
  func `a queued write runs after one that an observer has ended by throwing (R-24 R-72)`() throws {
    try watcher.onUpdate { _, _ in throw Refused() }
    try watcher.turn { store, watcher in
      try store.write { _ = try store.add(Artist.ann) }
      try store.beginWrite()
      try store.writeAsync {
        watcher.note("queued \(store.names)")
      } onComplete: {
        watcher.note(outcome($0))
      }
      watcher.noteFailure { try store.commitWrite(withoutNotifying: watcher.silent) }
      watcher.token = nil
    }
    try watcher.finish()
    #expect(watcher.notes == ["an observer threw: Refused()", #"queued ["Ann"]"#, "stored"])
  }

  @Test
  func `an observer receives earlier changes before the silent write (R-48 R-49)`() throws {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        watcher.note(change)
        watcher.note("in write \(store.isInWriteTransaction) \(store.names)")
      }
    }
    try watcher.turn { store, watcher in
      try store.write { try store.add([Artist.bob, .cid]) }
      try store.beginWrite()
      try store.add(Artist.ann)
      try store.delete(#require(store.artist(3)))
      try store.commitWrite(withoutNotifying: watcher.silent)
      watcher.note("committed \(store.names)")
      try store.write { _ = try store.add(Artist.cid) }
    }
    #expect(
      watcher.notes == [
        "initial 0", "in write false []", "update [] [0, 1] []", #"in write false ["Bob", "Cid"]"#,
        #"committed ["Ann", "Bob"]"#, "update [] [2] []",
        #"in write false ["Ann", "Bob", "Cid"]"#,
      ])
  }

  @Test
  func `an observer that is called before the commit cannot write in that write (R-49)`() throws {
    try watcher.onUpdate { store, watcher in
      watcher.noteFailure { try store.add(Artist.cid) }
      watcher.noteFailure { try store.write {} }
      watcher.noteFailure { try store.cancelWrite() }
    }
    try addAnnThenBobSilently()
    #expect(
      watcher.notes == [
        "not in a write transaction", "already in a write transaction",
        "not in a write transaction", "stored", #"false ["Ann", "Bob"]"#,
      ])
  }

  @Test
  func `an observer that then invalidates the store cancels the write (R-19 R-49)`() throws {
    try watcher.onUpdate { store, _ in store.invalidate() }
    try addAnnThenBobSilently()
    #expect(watcher.notes == ["not in a write transaction", #"false ["Ann"]"#])
  }

  @Test
  func `an observer of the store can be skipped too (R-49 R-54)`() throws {
    try watcher.turn { store, watcher in
      watcher.token = try store.observe { _, _ in watcher.note("one") }
      watcher.second = try store.observe { _, _ in watcher.note("two") }
      try store.write(withoutNotifying: watcher.silent) { _ = try store.add(Artist.ann) }
      try store.write { _ = try store.add(Artist.bob) }
    }
    #expect(watcher.notes == ["two", "one", "two"])
  }
}
