import Testing
import ThreadConfinement

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
