import Concurrency
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Live collections`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `nothing is evaluated until first use, and a chain once (R-37)`() throws {
    let store = try folder.open(.ann, .bob, .cid)
    let artists = store.artists.where { $0.id > 1 }.sorted(by: \.name, ascending: false)
    var evaluations = [artists.evaluationCount]
    let counts = [artists.count, artists.count]
    evaluations.append(artists.evaluationCount)
    let names = [artists[0].name, artists[1].name]
    evaluations.append(artists.evaluationCount)
    #expect(counts == [2, 2])
    #expect(names == ["Cid", "Bob"])
    #expect(evaluations == [0, 1, 2])
  }

  @Test
  func `filters and sorts can be chained, and have the expected meaning`() throws {
    let store = try folder.open(.ann, .bob, .cid, Artist(id: 4, name: "Dan"))
    let artists = store.artists
    let found = [
      artists.where { $0.age >= 40 }, artists.where { $0.age == nil },
      artists.where { $0.name == "Ann" || $0.name == "Bob" }, artists.where { !($0.id < 3) },
      artists.where { $0.id.isIn([1, 4]) }, artists.where { $0.name.contains("i") },
      artists.where { $0.id != 1 }.where { $0.id <= 3 }.sorted(by: \.age, ascending: false),
      artists.sorted(by: \.name, ascending: false).sorted(by: \.age),
    ].map { $0.map(\.name) }
    #expect(
      found == [
        ["Bob", "Cid"], ["Dan"], ["Ann", "Bob"], ["Cid", "Dan"], ["Ann", "Dan"], ["Cid"],
        ["Cid", "Bob"], ["Dan", "Ann", "Bob", "Cid"],
      ])
    let negated = [
      artists.where { !($0.age > 30) }, artists.where { !($0.age > 30 || $0.name == "Dan") },
    ].map { $0.map(\.name) }
    #expect(negated == [["Ann", "Dan"], ["Ann"]])
    let among = [
      artists.where { $0.age.isIn([30, nil]) }, artists.where { !$0.age.isIn([30, nil]) },
      artists.where { $0.age.isIn([30]) }, artists.where { $0.id.isIn([]) },
    ].map { $0.map(\.name) }
    #expect(among == [["Ann", "Dan"], ["Bob", "Cid"], ["Ann"], []])
    #expect(artists.sum(of: \.id) == 10)
  }

  @Test
  func `collections update after a local commit, and after refresh for others (R-38)`() throws {
    let store = try folder.open(.ann)
    let artists = store.artists
    var counts = [artists.count]
    try store.write { try store.add(Artist.bob) }
    counts.append(artists.count)
    try folder.configuration.writeElsewhere { try $0.add(Artist.cid) }
    counts.append(artists.count)
    try store.refresh()
    counts.append(artists.count)
    #expect(counts == [1, 2, 2, 3])
  }

  @Test
  func `an iteration covers the objects at its start (R-39)`() throws {
    let store = try folder.open(.ann, .bob, .cid)
    let old = store.artists.where { $0.age > 0 }
    var walked: [Int] = []
    try store.write {
      for artist in old {
        walked.append(artist.id)
        artist.age = nil
      }
    }
    #expect(walked == [1, 2, 3])
    #expect(old.count == 0)
    walked = []
    try store.write {
      for artist in store.artists {
        walked.append(artist.id)
        try store.delete(artist)
      }
    }
    #expect(walked == [1, 2, 3])
    #expect(store.artists.count == 0)
  }

  @Test
  func `first, last, index and firstIndex agree over no rows and over many (R-41)`() throws {
    let store = try folder.open()
    let ends = (store.artists.first == nil, store.artists.last == nil, store.artists.isEmpty)
    #expect(ends == (true, true, true))
    try store.write { try store.add((0..<200).map { Artist(id: $0, name: "\($0)") }) }
    let artists = store.artists
    let ids = (0..<200).map { artists[$0].id }
    let found = try artists.firstIndex(of: #require(store.artist(150)))
    #expect(ids == Array(0..<200))
    #expect(artists.first?.id == 0)
    #expect(artists.last?.id == 199)
    #expect(found == 150)
  }

  @Test
  func `deleting a filtered collection deletes its objects`() throws {
    let store = try folder.open(.ann, .bob, .cid)
    try store.write { try store.delete(store.artists.where { $0.id != 2 }) }
    #expect(store.names == ["Bob"])
    try store.write { try store.deleteAll() }
    #expect(store.isEmpty)
  }
}

/// An artist that counts its instances. Reading a row creates one.
private struct CountedArtist: ConfinedObject {
  static let made = Locked(0)

  var id = 0
  var name = ""
  init() { Self.made.withLock { $0 += 1 } }

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  static let columns = [Column("id", \CountedArtist.id), Column("name", \.name)]
}

@Suite(.serialized)
struct `Rows that are read`: ~Copyable {
  let folder: StoreFolder
  private let store: ConfinedStore
  init() throws {
    let folder = try StoreFolder()
    let store = try ConfinedStore.open(.init(file: folder.file, schema: [CountedArtist.self]))
    try store.write {
      try store.add((0..<5000).map { CountedArtist(id: $0, name: "\($0 % 97)") })
    }
    self.folder = folder
    self.store = store
  }

  private func rowsRead(_ body: () -> Void) -> Int {
    CountedArtist.made.withLock { $0 = 0 }
    body()
    return CountedArtist.made.withLock { $0 }
  }

  private var artists: Results<CountedArtist> {
    store.objects(CountedArtist.self).where { $0.id >= 10 }.sorted(by: \.name)
  }

  @Test
  func `creating, filtering, sorting and counting collections read no rows (R-37)`() {
    let artists = artists
    let rows = rowsRead { _ = artists.count }
    #expect(rows == 0)
    #expect(artists.count == 4990)
  }

  @Test
  func `the first twenty are read with a few more, whatever the number of objects (R-37)`() {
    let artists = artists
    let rows = rowsRead { for index in 0..<20 { _ = artists[index].name } }
    #expect(rows == 64)
    #expect(artists.evaluationCount == 1)
  }

  @Test
  func `accessing all of them by index sorts twice, not once for each (R-37)`() {
    let artists = artists
    let names = (0..<artists.count).map { artists[$0].name }
    #expect(names == names.sorted())
    #expect(artists.evaluationCount == 3)
  }

  @Test
  func `an iteration that ends early has read only the rows that it reached (R-39)`() {
    let artists = artists
    let rows = rowsRead { for artist in artists.prefix(3) { _ = artist.name } }
    #expect(rows <= 6, "an object that is not read yet is made once more")
  }
}
