import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

@Suite(.serialized)
struct `Many saves` {
  /// Counts the buffers of bytes that are still retained.
  private final class Buffers: Sendable {
    private let counts = Locked((made: 0, freed: 0))

    var made: Int { counts.withLock { $0.made } }
    var alive: Int { counts.withLock { $0.made - $0.freed } }

    var coding: MomentsCoding {
      MomentsCoding(
        encode: { [self] in data(copying: try MomentsCoding.json.encode($0)) },
        decode: MomentsCoding.json.decode)
    }

    private func data(copying data: Data) -> Data {
      counts.withLock { $0.made += 1 }
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
      data.copyBytes(to: bytes)
      guard let start = bytes.baseAddress else { return data }
      return Data(
        bytesNoCopy: start, count: bytes.count,
        deallocator: .custom { [self] pointer, _ in
          pointer.deallocate()
          counts.withLock { $0.freed += 1 }
        })
    }
  }

  @Test
  func `leave one buffer behind, the current one`() throws {
    let buffers = Buffers()
    let scene = try RepoScene(store: PersistentDataStore(.memory(), coding: buffers.coding))
    let likes = scene.likes()
    for number in 0..<200 {
      _ = scene.repo.updateLike(isLiked: number % 2 == 0, momentID: "0", fromUserID: "0")
        .subscribe()
      scene.backend.answer()
      _ = scene.repo.getMoments(userID: "0").subscribe()
      scene.backend.answer()
    }
    #expect(buffers.made == 400)
    #expect(buffers.alive == 1)
    #expect(likes.entries.count == 400)
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `to any kind of store leave no more than that`(kind: MomentsStoreKind) throws {
    let buffers = Buffers()
    let place = try MomentsStorePlace(kind)
    let store = try place.open(coding: buffers.coding)
    let received = CallCounter()
    let bag = DisposeBag()
    store.momentsDetails.subscribe(onNext: { _ in received.add() }).disposed(by: bag)
    for number in 0..<50 {
      try store.save(momentsDetails: .timeline(of: "save \(number)"))
    }
    #expect(buffers.made == 50)
    #expect(buffers.alive <= 2)
    #expect(received.count == 50)
  }
}

/// Stores on one place receive each other's saves, by whatever path they were made.
@Suite(.serialized)
struct `Stores behind a linked folder`: ~Copyable {
  let folder: ScratchFolder
  let bag = DisposeBag()

  var real: URL { folder.url.appending(path: "real") }
  var link: URL { folder.url.appending(path: "link") }

  init() throws {
    let folder = try ScratchFolder()
    let real = folder.url.appending(path: "real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link"), withDestinationURL: real)
    self.folder = folder
  }

  func check(_ first: any PersistentDataStoreType, _ second: any PersistentDataStoreType) throws {
    let received = History.of(first.momentsDetails, until: bag)
    try second.save(momentsDetails: .timeline(of: "Ann"))
    try first.save(momentsDetails: .timeline(of: "Bob"))
    #expect(received.entries == ["next(Ann, 0 moments)", "next(Bob, 0 moments)"])
  }

  @Test
  func `are one before there is a database or a folder of files`() throws {
    try check(
      PersistentDataStore(.sqlite(file: real.appending(path: "moments.db"))),
      PersistentDataStore(.sqlite(file: link.appending(path: "moments.db"))))
    try check(
      PersistentDataStore(.file(in: real.appending(path: "new/moments"))),
      PersistentDataStore(.file(in: link.appending(path: "new/moments"))))
  }

  @Test
  func `refuse a place with a NUL`() throws {
    let store = PersistentDataStore(.sqlite(file: real.appending(path: "moments\0.db")))
    #expect(throws: PersistentDataStoreError.self) {
      try store.save(momentsDetails: .timeline(of: "Ann"))
    }
    let noSuite = UserDefaultsStorage.Failure(
      description: #"no suite can be named "a\0b""#)
    #expect(throws: noSuite) {
      try PersistentDataStore(.userDefaults(suite: "a\0b"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: real.path) == [])
  }
}
