import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Objects`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a deleted object is invalidated at once, has no store, and cannot be added (R-30)`() throws
  {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    let same = try #require(store.artist(1))
    try store.write {
      try store.delete(ann)
      let states = (ann.isInvalidated, same.isInvalidated, ann.store == nil)
      let refusals = [
        failure { try store.add(ann) }, failure { try store.delete(same) },
        failure { try same.set(\.name, to: "Anna") },
      ]
      #expect(states == (true, true, true))
      #expect(refusals == Array(repeating: "deleted or invalidated", count: 3))
    }
    #expect((ann.isInvalidated, same.isInvalidated) == (true, true))
  }

  @Test
  func `invalidate ends objects and collections, and new queries work (R-31)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    let artists = store.artists
    store.invalidate()
    store.invalidate()
    #expect((ann.isInvalidated, artists.isInvalidated) == (true, true))
    #expect(store.names == ["Ann"])
  }

  @Test
  func `a second add with the same key throws by default (R-32)`() throws {
    let store = try folder.open(.ann)
    try store.write {
      let refusal = failure { try store.add(Artist(id: 1, name: "Anna")) }
      #expect(refusal == "Artist 1 is already stored")
      try store.add(Artist.bob)
    }
    #expect(store.names == ["Ann", "Bob"])
  }

  @Test
  func `modified reports the fields that differ, all reports all (R-32 R-56)`() throws {
    let watched = try WatchedStore()
    let watcher = watched.watcher
    try watcher.turn { store, watcher in
      let ann = try store.write { try store.add(Artist.ann) }
      watcher.token = try ann.observe { change in
        if case .change(_, let properties) = change { watcher.note("\(properties.map(\.name))") }
      }
    }
    let older = Artist(id: 1, name: "Ann", age: 31)
    for (policy, artist) in [
      (UpdatePolicy.modified, older), (.modified, older), (.all, older),
      (.modified, Artist(id: 1, name: "Anna", age: 32)),
    ] {
      try watcher.write { try $0.add(artist, update: policy) }
    }
    #expect(watcher.notes == [#"["age"]"#, #"["name", "age"]"#, #"["name", "age"]"#])
  }

  @Test
  func `the primary key cannot be set (R-33)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    try store.write {
      let refusal = failure { try ann.set(\.id, to: 7) }
      #expect(refusal == "the primary key of a stored object cannot be changed")
    }
    #expect(ann.id == 1)
  }

  @Test
  func `adding an object of the same store has no effect, of another store throws (R-34)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    let another = try folder.openAnother()
    try store.write { try store.add(ann) }
    try another.write {
      let refusals = [failure { try another.add(ann) }, failure { try another.delete(ann) }]
      #expect(refusals == ["belongs to another store", "belongs to another store"])
    }
    #expect(store.names == ["Ann"])
    #expect(another.isEmpty)
  }

  @Test
  func `two live objects of a row are equal and have the same values (R-35)`() throws {
    let store = try folder.open(.ann, .bob)
    let one = try #require(store.artist(1))
    let same = try #require(store.artists.first)
    let bob = try #require(store.artist(2))
    let equals = (one == same, one == bob)
    #expect(equals == (true, false))
    try store.write {
      one.name = "Anna"
      #expect(same.name == "Anna")
    }
    #expect(same.name == "Anna")
  }

  @Test
  func `looking up an unknown key returns nil (R-36)`() throws {
    let store = try folder.open(.ann)
    let missing = store.artist(7) == nil
    #expect(missing)
    let refusal = failure { _ = try store.managed(Artist.bob) }
    #expect(refusal == "not managed")
  }

  @Test
  func `every type of column is read back as it was stored`() throws {
    let store = try folder.open()
    var song = Song(id: "It's 1; DROP TABLE Song", genre: .jazz, cover: Data([0, 1, 255]))
    song.details = Song.Details(length: 1.5, isLive: true)
    try store.write { try store.add(song) }
    let live = try #require(store.object(ofType: Song.self, forPrimaryKey: song.id))
    try store.write {
      try live.set(\.details.length, to: 2.5)
      live.note = "née"
    }
    (song.details.length, song.note) = (2.5, "née")
    #expect(live.snapshot == song)
    let songs = store.objects(Song.self)
    let counts = [
      songs.where { $0.note == nil }.count,
      songs.where { $0.genre == .jazz && $0[\.details.isLive] == true }.count,
    ]
    #expect(counts == [0, 1])
  }
}

@Suite(.serialized)
struct `Adding many`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `the sequence may use the store while it is iterated`() throws {
    let store = try folder.open()
    try store.write {
      let titles = ["Anna", "Bella", "Cara"]
      let artists = titles.indices.lazy.map { place in
        _ = try? store.add(Song(id: titles[place]))
        return Artist(id: place, name: "\(titles[place]) \(store.objects(Song.self).count)")
      }
      try store.add(artists)
    }
    #expect(store.names == ["Anna 1", "Bella 2", "Cara 3"])
    #expect(store.objects(Song.self).map(\.id) == ["Anna", "Bella", "Cara"])
  }

  @Test
  func `a sequence that ends the write stores nothing more`() throws {
    let store = try folder.open()
    try store.beginWrite()
    let artists = (0..<600).lazy.map { id in
      if id == 599 { try? store.cancelWrite() }
      return Artist(id: id)
    }
    let refusal = failure { try store.add(artists) }
    let isOpen = store.isInWriteTransaction
    #expect(refusal == "not in a write transaction")
    #expect(!isOpen)
    #expect(store.isEmpty)
  }

  @Test
  func `an update that fails leaves the object as it is (R-32)`() throws {
    struct Rating: ConfinedObject, Equatable {
      var id = 0
      var title = ""
      var stars = 0.0
      static let columns = [
        Column("id", \Rating.id), Column("title", \.title), Column("stars", \.stars),
      ]
    }
    let store = try ConfinedStore.open(.init(file: folder.file, schema: [Rating.self]))
    let old = Rating(id: 1, title: "old", stars: 3)
    let rating = try store.write {
      let rating = try store.add(old)
      #expect(throws: ConfinedStore.Failure.self) {
        try store.add(Rating(id: 1, title: "new", stars: .nan), update: .modified)
      }
      return rating.snapshot
    }
    let stored = store.objects(Rating.self).map(\.snapshot)
    #expect([rating] + stored == [old, old])
  }

  @Test
  func `more than one batch is added in order, and a duplicate key is reported (R-32)`() throws {
    let store = try folder.open()
    try store.write { try store.add((0..<1500).lazy.map { Artist(id: $0) }) }
    let refusal = failure {
      try store.write { try store.add((1500..<2100).map { Artist(id: $0 == 2050 ? 7 : $0) }) }
    }
    #expect(refusal == "Artist 7 is already stored")
    #expect(store.artists.map(\.id) == Array(0..<1500))
  }
}
