import Concurrency
import Foundation
import MiniRx
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
struct `Many saves` {
  /// Counts the buffers of bytes that are still retained.
  private final class Buffers: Sendable {
    private let counts = Locked((made: 0, freed: 0))

    var made: Int { counts.withLock { $0.made } }
    var alive: Int { counts.withLock { $0.made - $0.freed } }

    func data(copying data: Data) -> Data {
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
    let counting = MomentsCoding(
      encode: { buffers.data(copying: try MomentsCoding.json.encode($0)) },
      decode: MomentsCoding.json.decode)
    let scene = try RepoScene(store: PersistentDataStore.memory(coding: counting))
    let likes = scene.likes()
    for number in 0..<1_000 {
      _ = scene.repo.updateLike(isLiked: number % 2 == 0, momentID: "0", fromUserID: "0")
        .subscribe()
      scene.backend.answer()
      _ = scene.repo.getMoments(userID: "0").subscribe()
      scene.backend.answer()
    }
    #expect(buffers.made == 2_000)
    #expect(buffers.alive == 1)
    #expect(likes.events.count == 2_000)
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `to any kind of store leave no more than that`(kind: MomentsStoreKind) throws {
    let buffers = Buffers()
    let counting = MomentsCoding(
      encode: { buffers.data(copying: try MomentsCoding.json.encode($0)) },
      decode: MomentsCoding.json.decode)
    let place = try MomentsStorePlace(kind)
    let store = try place.open(coding: counting)
    let heard = CallCounter()
    let bag = DisposeBag()
    store.momentsDetails.subscribe(onNext: { _ in heard.add() }).disposed(by: bag)
    // A store on disk syncs at each save.
    let count = kind == .memory ? 1_000 : 50
    for number in 0..<count {
      try store.save(momentsDetails: .timeline(of: "save \(number)"))
    }
    #expect(buffers.made == count)
    #expect(buffers.alive <= 2)
    #expect(heard.count == count)
  }
}
