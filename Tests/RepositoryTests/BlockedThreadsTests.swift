import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

/// Swift's pool has one thread per processor, so a blocked thread reduces the pool.
@Suite(.serialized)
struct `A store that blocks` {
  @Test(.timeLimit(.minutes(10)))
  func `blocks no thread of Swift's pool`() async throws {
    let folder = try ScratchFolder()
    let mayGoOn = Gate()
    let count = ProcessInfo.processInfo.activeProcessorCount + 1
    let reading = (0..<count).map { number in
      let store = FileNewsListDataStore(file: folder.url.appending(path: "news \(number)"))
      store.thread.async { mayGoOn.wait() }
      return Task.detached { try await store.readNewsList() }
    }
    // Runs only if the pool has a free thread.
    await Task.detached {}.value
    mayGoOn.open()
    for task in reading {
      let news = try await task.value
      #expect(news == nil)
    }
  }

  /// A store that records whether each save runs in a task.
  private final class NotingStore: PersistentDataStoreType {
    let isInTask = Recorder<Bool>()
    private let store = PersistentDataStore.memory()

    var momentsDetails: Observable<MomentsDetails> { store.momentsDetails }

    var errors: Observable<PersistentDataStoreError> { store.errors }

    func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
      isInTask.record(withUnsafeCurrentTask { $0 != nil })
      try store.save(momentsDetails: momentsDetails)
    }
  }

  @Test
  func `saves the responses of a server on its own thread`() async throws {
    let store = NotingStore()
    let repo = MomentsRepo(store, MomentsServer(try .fixture()))
    await repo.getMoments(userID: "0").ended()
    await repo.updateLike(isLiked: true, momentID: "0", fromUserID: "0").ended()
    #expect(store.isInTask.entries == [false, false])
  }
}
