import Concurrency
import Foundation
import Testing

@testable import ThreadConfinement

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

@Suite
struct `The shared object of a file`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a store's file is closed when the store is released, while others are opened`() throws {
    let (configuration, file) = (folder.configuration, folder.file)
    let isDone = Locked(false)
    let other = JoinableThread.start(name: "other") {
      var count = 0
      while !isDone.withLock({ $0 }) {
        count += 1
        var next = configuration
        next.file = file.appendingPathExtension("\(count % 3)")
        _ = StoreFile.shared(next)
      }
    }
    var logsLeft = 0
    for _ in 0..<20 {
      try elsewhere { try ConfinedStore.open(configuration).write {} }
      if FileManager.default.fileExists(atPath: file.path + "-wal") { logsLeft += 1 }
    }
    isDone.withLock { $0 = true }
    other.join()
    #expect(logsLeft == 0)
  }
}
