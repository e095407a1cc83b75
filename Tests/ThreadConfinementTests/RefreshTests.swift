import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Refresh`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  private func addElsewhere(_ artist: Artist, update: UpdatePolicy = .error) throws {
    try folder.configuration.writeElsewhere { try $0.add(artist, update: update) }
  }

  @Test
  func `a store stays at its version until it is refreshed (R-25)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    try addElsewhere(.bob)
    try addElsewhere(Artist(id: 1, name: "Anna"), update: .modified)
    let frozen = try store.freeze()
    let before = try store.version
    #expect(store.names == ["Ann"])
    #expect(ann.name == "Ann")
    try store.refresh()
    let after = try store.version
    #expect([before, after, frozen.version] == [1, 3, 1])
    #expect(store.names == ["Anna", "Bob"])
    #expect(ann.name == "Anna")
  }

  @Test
  func `refresh returns false at the newest version and in a write (R-26)`() throws {
    let store = try folder.open(.ann)
    var answers = [try store.refresh()]
    try addElsewhere(.bob)
    answers += [try store.refresh(), try store.refresh()]
    try addElsewhere(.cid)
    try store.write { answers.append(try store.refresh()) }
    #expect(answers == [false, true, false, false])
  }
}

@Suite(.serialized)
struct `Automatic refresh`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `a thread with a loop advances automatically, one without does not (R-27)`() throws {
    let plain = try watched.folder.open()
    _ = try watcher.names
    try watched.writeElsewhere { try $0.add(Artist.ann) }
    #expect(try watcher.names == ["Ann"])
    #expect(plain.names == [])
  }

  @Test
  func `without autorefresh the observer receives that a refresh is required (R-28)`() throws {
    let watched = try WatchedStore { $0.with(\.autorefresh, false) }
    let watcher = watched.watcher
    try watcher.observeStore()
    try watched.writeElsewhere { try $0.add(Artist.ann) }
    try watcher.turn { store, watcher in watcher.note("refresh \(try store.refresh())") }
    #expect(watcher.notes == ["refreshRequired []", #"didChange ["Ann"]"#, "refresh true"])
  }

  @Test
  func `autorefresh may be switched while the store is used (R-28)`() throws {
    try watcher.turn { store, _ in store.autorefresh = false }
    try watched.writeElsewhere { try $0.add(Artist.ann) }
    let off = try watcher.names
    try watcher.turn { store, _ in store.autorefresh = true }
    try watched.writeElsewhere { try $0.add(Artist.bob) }
    let on = try watcher.names
    #expect(off == [])
    #expect(on == ["Ann", "Bob"])
  }

  @Test
  func `a refresh applies all missed commits at once: one change from 1 to 10 (R-29)`() throws {
    try watched.writeElsewhere { try $0.add(Artist(id: 1, name: "Ann", age: 1)) }
    try watcher.turn { store, watcher in
      store.autorefresh = false
      try store.refresh()
      watcher.token = try store.artist(1)?.observe { change in
        guard case .change(_, let properties) = change else { return }
        for property in properties {
          watcher.note("\(property.oldValue) -> \(property.newValue)")
        }
      }
    }
    for age in 2...10 { try watched.writeElsewhere { $0.artist(1)?.age = age } }
    try watcher.turn { store, _ in _ = try store.refresh() }
    #expect(watcher.notes == ["Optional(1) -> Optional(10)"])
  }

  @Test
  func `a store that is at the newest version receives no change (R-28)`() throws {
    try watcher.observeStore()
    try watcher.turn { store, watcher in
      store.autorefresh = false
      try store.configuration.writeElsewhere { try $0.add(Artist.ann) }
      watcher.note("refresh \(try store.refresh())")
    }
    #expect(watcher.notes == [#"didChange ["Ann"]"#, "refresh true"])
  }
}

@Suite(.serialized)
struct `Beginning a write`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `begin advances to the newest version and notifies observers, inside the write (R-22)`()
    throws
  {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        watcher.note(change, as: "in write \(store.isInWriteTransaction): ")
      }
    }
    try watcher.turn { store, watcher in
      try store.configuration.writeElsewhere { try $0.add(Artist.ann) }
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
  }

  @Test
  func `changes are visible at once in the writing store (R-23)`() throws {
    let store = try watched.folder.open(.ann)
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
    try watcher.onUpdate { _, _ in throw Refused() }
    try watcher.turn { store, watcher in
      try store.configuration.writeElsewhere { try $0.add(Artist.ann) }
      watcher.noteFailure { try store.beginWrite() }
      watcher.note("in write \(store.isInWriteTransaction)")
      try store.beginWrite()
      watcher.note("in write \(store.isInWriteTransaction) \(store.names)")
      try store.cancelWrite()
    }
    #expect(
      watcher.notes == [
        "an observer threw: Refused()", "in write false", #"in write true ["Ann"]"#,
      ])
  }
}
