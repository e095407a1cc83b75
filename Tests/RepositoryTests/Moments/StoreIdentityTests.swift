import Foundation
import MiniRx
import Testing
import Workbook

@testable import Chapter_Repository

/// Stores on one place receive each other's saves, by whatever path they were made.
@Suite(.serialized)
struct `Stores behind a linked folder`: ~Copyable {
  let folder: ScratchFolder
  let bag = DisposeBag()

  var real: URL { folder.url.appending(path: "real") }
  var link: URL { folder.url.appending(path: "link") }

  init() throws { folder = try Self.linked() }

  static func linked() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let real = folder.url.appending(path: "real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link"), withDestinationURL: real)
    return folder
  }

  func check(
    _ first: any PersistentDataStoreType, _ second: any PersistentDataStoreType
  ) throws {
    let heard = History.of(first.momentsDetails, until: bag)
    try second.save(momentsDetails: .timeline(of: "Ann"))
    try first.save(momentsDetails: .timeline(of: "Bob"))
    #expect(heard.events == ["next(Ann, 0 moments)", "next(Bob, 0 moments)"])
  }

  @Test
  func `are one before there is a database`() throws {
    try check(
      PersistentDataStore.sqlite(file: real.appending(path: "moments.db")),
      PersistentDataStore.sqlite(file: link.appending(path: "moments.db")))
  }

  @Test
  func `are one before there is a folder of files`() throws {
    try check(
      PersistentDataStore.file(in: real.appending(path: "new/moments")),
      PersistentDataStore.file(in: link.appending(path: "new/moments")))
  }

  @Test(arguments: ["key\0", "\0"])
  func `refuse a key with a NUL, at which it would be truncated`(key: String) throws {
    let stores: [any PersistentDataStoreType] = [
      PersistentDataStore.file(in: real, key: key),
      try PersistentDataStore.userDefaults(suite: real.appending(path: "settings").path, key: key),
    ]
    for store in stores {
      let errors = History.of(store.errors, until: bag)
      let failure = #expect(throws: PersistentDataStoreError.self) {
        try store.save(momentsDetails: .timeline(of: "Ann"))
      }
      #expect(errors.events.count == 1)
      #expect("\(try #require(failure).localizedDescription)".contains("NUL"))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: real.path)
    #expect(left == [])
  }

  @Test
  func `refuse a place with a NUL`() throws {
    let place = real.appending(path: "moments\0.db")
    let stores: [any PersistentDataStoreType] = [
      PersistentDataStore.sqlite(file: place), PersistentDataStore.file(in: place),
    ]
    for store in stores {
      #expect(throws: PersistentDataStoreError.self) {
        try store.save(momentsDetails: .timeline(of: "Ann"))
      }
    }
    #expect(throws: UserDefaultsStorage.Failure.noSuite("a\0b")) {
      try PersistentDataStore.userDefaults(suite: "a\0b")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: real.path)
    #expect(left == [])
  }
}
