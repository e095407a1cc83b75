import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `One store per place`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `all paths of a file lead to one store, even before the file exists (R-06)`() throws {
    let link = folder.folder.appending(path: "link")
    let real = folder.folder.appending(path: "real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let one = try ConfinedStore.open(.artists(link.appending(path: "store.db")))
    let same = try ConfinedStore.open(.artists(real.appending(path: "store.db")))
    let again = try ConfinedStore.open(.artists(link.appending(path: "../link/store.db")))
    #expect(one === same)
    #expect(one === again)
  }

  @Test
  func `a store that is already open with other types is not opened again (R-06)`() throws {
    let songs = ConfinedStore.Configuration(file: folder.file, schema: [Song.self])
    let artists = ConfinedStore.Configuration(file: folder.file, schema: [Artist.self])
    let store = try ConfinedStore.open(songs)
    let refusal = failure { _ = try ConfinedStore.open(artists) }
    let opened = try elsewhere { try ConfinedStore.open(artists).names }
    #expect(refusal == "the store is open here without Artist")
    #expect(opened == [])
    #expect(store.isEmpty)
  }

  @Test
  func `a link leads to its target's store, even before the target exists (R-06)`() throws {
    let link = folder.folder.appending(path: "link.db")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file)
    let one = try ConfinedStore.open(.artists(link))
    let same = try folder.open()
    #expect(one === same)
  }
}
