import Concurrency
import Testing
import ThreadConfinement

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
