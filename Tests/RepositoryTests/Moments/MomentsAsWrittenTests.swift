import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

/// The defects of the listings, compared with the fixed types.
@Suite(.serialized)
struct `Moments as written` {
  private let bag = DisposeBag()
  private let storage = RecordingStorage(MemoryStorage())

  private func repo(
    _ backend: ScriptedBackend
  ) -> (MomentsAsWritten.MomentsRepo, MomentsAsWritten.UserDefaultsPersistentDataStore) {
    let store = MomentsAsWritten.UserDefaultsPersistentDataStore(ObservableValues(storage))
    let repo = MomentsAsWritten.MomentsRepo(
      persistentDataStore: store, getMomentsByUserIDSession: backend,
      updateMomentLikeSession: backend)
    return (repo, store)
  }

  @Test
  func `make the same round trip as the fixed ones`() throws {
    let backend = ScriptedBackend(try .fixture())
    let (repo, _) = repo(backend)
    let history = History.of(repo.momentsDetails.asObservable(), until: bag)
    let load = History.of(repo.getMoments(userID: "0"), until: bag)
    backend.answer()
    let like = History.of(
      repo.updateLike(isLiked: true, momentID: "0", fromUserID: "0"), until: bag)
    backend.answer()
    #expect(history.entries == ["next(Jake Lin, 2 moments)", "next(Jake Lin, 2 moments)"])
    #expect(load.entries == ["next(())", "completed"])
    #expect(like.entries == ["next(())", "completed"])
    #expect(storage.keysWritten == ["MomentsDetails", "MomentsDetails"])
  }

  @Test
  func `let any client bypass the store`() throws {
    let (repo, _) = repo(ScriptedBackend(try .fixture()))
    let history = History.of(repo.momentsDetails.asObservable(), until: bag)
    repo.momentsDetails.onNext(.timeline(of: "Ann"))
    #expect(history.entries == ["next(Ann, 0 moments)"])
    #expect(storage.keysWritten == [])
  }

  @Test
  func `deliver on the thread that saves`() throws {
    let queue = Tagged()
    let (repo, store) = repo(ScriptedBackend(try .fixture()))
    let history = History()
    repo.momentsDetails.subscribe { _ in history.record("on the queue: \(queue.isHere)") }
      .disposed(by: bag)
    store.save(momentsDetails: .timeline(of: "Ann"))
    queue.schedule { store.save(momentsDetails: .timeline(of: "Bob")) }
    queue.catchUp()
    #expect(history.entries == ["on the queue: false", "on the queue: true"])
  }

  #if os(Linux)
    /// The reason for ``ObservableValues``. Other platforms post the notification once per change.
    @Test
    func `need an observation that UserDefaults on Linux does not have`() throws {
      let folder = try ScratchFolder()
      let defaults = try #require(UserDefaults(suiteName: folder.suite))
      let posted = Locked(0)
      let observation = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: defaults, queue: nil
      ) { _ in posted.withLock { $0 += 1 } }
      for text in ["one", "two"] { defaults.set(text, forKey: "key") }
      NotificationCenter.default.removeObserver(observation)
      // Written now, because writing another suite later would create the folder again.
      _ = defaults.synchronize()
      #expect(posted.withLock { $0 } == 0)
    }
  #endif
}
