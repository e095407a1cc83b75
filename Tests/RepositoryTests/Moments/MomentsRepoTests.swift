import Foundation
import HTTP
import MiniRx
import TestSupport
import Testing

@testable import Chapter_Repository

/// A repository over a memory store and a scripted server. All of them run on one thread.
struct RepoScene {
  let backend: ScriptedBackend
  let store: any PersistentDataStoreType
  let repo: MomentsRepo
  let bag = DisposeBag()

  init(
    store: any PersistentDataStoreType = PersistentDataStore(.memory()),
    deliveringOn scheduler: any SchedulerType = Immediately()
  ) throws {
    backend = ScriptedBackend(try .fixture())
    self.store = store
    repo = MomentsRepo(
      persistentDataStore: store, getMomentsByUserIDSession: backend,
      updateMomentLikeSession: backend, savingOn: InOrder(), deliveringOn: scheduler)
  }

  func load() -> History { .of(repo.getMoments(userID: "0"), until: bag) }

  func like(_ isLiked: Bool = true, _ momentID: String = "0") -> History {
    .of(repo.updateLike(isLiked: isLiked, momentID: momentID, fromUserID: "0"), until: bag)
  }

  /// Whether moment 0 is liked, for each value that is emitted.
  func likes() -> History {
    .of(repo.momentsDetails.compactMap { $0.moment(withID: "0")?.isLiked }, until: bag)
  }
}

@Suite(.serialized)
struct `A repository of moments` {
  @Test
  func `emits the stored details, then every save`() throws {
    let store = PersistentDataStore(.memory())
    try store.save(momentsDetails: .timeline(of: "Ann"))
    let scene = try RepoScene(store: store)
    let history = History.of(scene.repo.momentsDetails, until: scene.bag)
    try store.save(momentsDetails: .timeline(of: "Bob"))
    let late = History.of(scene.repo.momentsDetails, until: scene.bag)
    #expect(history.entries == ["next(Ann, 0 moments)", "next(Bob, 0 moments)"])
    #expect(late.entries == ["next(Bob, 0 moments)"])
  }

  @Test
  func `calls the right session with the right arguments and saves its response`() throws {
    let scene = try RepoScene()
    let saved = History.of(scene.store.momentsDetails, until: scene.bag)
    let likes = scene.likes()
    let load = scene.load()
    scene.backend.answer()
    let like = scene.like(true, "0")
    scene.backend.answer()
    #expect(scene.backend.log == ["getMoments 0", "updateLike true moment 0 user 0"])
    #expect(load.entries == ["next(())", "completed"])
    #expect(like.entries == ["next(())", "completed"])
    #expect(saved.entries == ["next(Jake Lin, 2 moments)", "next(Jake Lin, 2 moments)"])
    #expect(likes.entries == ["next(false)", "next(true)"])
  }

  @Test
  func `sends nothing before a subscription, and cancels a request with its last one`() throws {
    let scene = try RepoScene()
    let load = scene.repo.getMoments(userID: "0")
    #expect(scene.backend.log == [])
    load.subscribe().dispose()
    #expect(scene.backend.log == ["getMoments 0", "cancelled getMoments 0"])
  }

  @Test
  func `forwards failures and saves nothing`() throws {
    let offline = MomentsSessionError.failed(
      .init(request: "GET http://moments.example/", reason: .offline))
    let scene = try RepoScene()
    let details = scene.likes()
    let (load, like) = (scene.load(), scene.like())
    scene.backend.fail(with: offline)
    scene.backend.fail(with: offline)
    #expect(load.entries == ["error(offline)"])
    #expect(like.entries == ["error(offline)"])
    #expect(details.entries == [])
  }

  @Test
  func `emits a response that it cannot save, and reports why the request failed`() throws {
    let storage = UnwritableStorage()
    let scene = try RepoScene(store: PersistentDataStore(ObservableValues(storage)))
    let details = scene.likes()
    let load = scene.load()
    scene.backend.answer()
    #expect(load.entries == ["error(MomentsDetails cannot be written)"])
    #expect(details.entries == ["next(false)"])
    storage.isWritable = true
    let again = scene.load()
    scene.backend.answer()
    #expect(again.entries == ["next(())", "completed"])
    #expect(details.entries == ["next(false)", "next(false)"])
  }

  @Test
  func `distinguishes unreadable data from no data`() throws {
    let damaged = MemoryStorage([PersistentDataStore.defaultKey: Data("half".utf8)])
    let scene = try RepoScene(store: PersistentDataStore(ObservableValues(damaged)))
    let details = scene.likes()
    let errors = History.of(scene.repo.storeErrors, until: scene.bag)
    _ = scene.load()
    scene.backend.answer()
    let lateErrors = History.of(scene.repo.storeErrors, until: scene.bag)
    #expect(errors.entries == ["next(MomentsDetails cannot be decoded)"])
    #expect(details.entries == ["next(false)"])
    #expect(lateErrors.entries == [])
  }

  @Test
  func `delivers everything on its scheduler, whatever threads save and subscribe`() throws {
    let queue = Tagged()
    let scene = try RepoScene(deliveringOn: queue)
    let history = History()
    let note: @Sendable (String) -> Void = { history.record("\($0) on the queue: \(queue.isHere)") }
    scene.repo.momentsDetails.subscribe { _ in note("details") }.disposed(by: scene.bag)
    scene.repo.getMoments(userID: "0").subscribe { note("load: \($0)") }.disposed(by: scene.bag)
    scene.backend.answer()
    queue.catchUp()
    scene.repo.momentsDetails.subscribe { _ in note("late") }.disposed(by: scene.bag)
    queue.catchUp()
    #expect(
      history.entries == [
        "details on the queue: true", "load: next(()) on the queue: true",
        "load: completed on the queue: true", "late on the queue: true",
      ])
  }

  @Test
  func `accepts a like from inside an observer`() throws {
    let scene = try RepoScene()
    let like = History()
    scene.repo.momentsDetails
      .subscribe(onNext: { [repo = scene.repo, bag = scene.bag] details in
        guard details.moment(withID: "0")?.isLiked == false else { return }
        repo.updateLike(isLiked: true, momentID: "0", fromUserID: "0")
          .subscribe { like.record("\($0)") }.disposed(by: bag)
      })
      .disposed(by: scene.bag)
    let likes = scene.likes()
    _ = scene.load()
    scene.backend.answer()
    scene.backend.answer()
    #expect(like.entries == ["next(())", "completed"])
    #expect(likes.entries == ["next(false)", "next(true)"])
  }
}
