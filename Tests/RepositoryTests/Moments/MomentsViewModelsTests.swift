import Foundation
import MiniRx
import TestSupport
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
struct `The view models of Moments` {
  private func rows(_ model: MomentsTimelineViewModel, until bag: DisposeBag) -> History {
    .of(
      model.listItems.map { items in
        items.map { item in
          switch item {
          case let item as UserProfileListItemViewModel: item.name
          case let item as MomentListItemViewModel: "\(item.userName) \(item.isLiked)"
          default: "unknown"
          }
        }.joined(separator: ", ")
      }, until: bag)
  }

  @Test
  func `show a row for the owner and one per moment, and follow every change`() throws {
    let scene = try RepoScene()
    let model = MomentsTimelineViewModel(userID: "0", repo: scene.repo)
    let history = rows(model, until: scene.bag)
    model.loadItems().subscribe().disposed(by: scene.bag)
    scene.backend.answer()
    _ = scene.like()
    scene.backend.answer()
    #expect(
      history.entries == [
        "next()", "next(Jake Lin, Ann false, Taylor true)", "next(Jake Lin, Ann true, Taylor true)",
      ])
    #expect(scene.backend.log.first == "getMoments 0")
  }

  @Test
  func `show an error when a load fails or the store cannot be read, until the next load`() throws {
    struct Offline: Error {}
    let damaged = MemoryStorage([PersistentDataStore.defaultKey: Data("half".utf8)])
    let scene = try RepoScene(store: PersistentDataStore(ObservableValues(damaged)))
    let model = MomentsTimelineViewModel(userID: "0", repo: scene.repo)
    let errors = History.of(model.hasError, until: scene.bag)
    model.loadItems().subscribe().disposed(by: scene.bag)
    scene.backend.fail(with: Offline())
    model.loadItems().subscribe().disposed(by: scene.bag)
    scene.backend.answer()
    #expect(
      errors.entries == ["next(true)", "next(false)", "next(true)", "next(false)", "next(false)"])
  }

  @Test
  func `send a like or an unlike for each subscription`() throws {
    let scene = try RepoScene()
    let item = MomentListItemViewModel(try MomentsDetails.fixture().moments[0], repo: scene.repo)
    let detail = MomentDetailViewModel(momentID: "1", userID: "0", repo: scene.repo)
    let changes = [
      item.like(from: "0"), item.unlike(from: "0"), detail.tapLike(), detail.tapUnlike(),
    ]
    #expect(scene.backend.log == [])
    for change in changes {
      change.subscribe().disposed(by: scene.bag)
      scene.backend.answer()
    }
    #expect(
      scene.backend.log == [
        "updateLike true moment 0 user 0", "updateLike false moment 0 user 0",
        "updateLike true moment 1 user 0", "updateLike false moment 1 user 0",
      ])
  }

  @Test
  func `of a missing moment show nothing`() throws {
    let scene = try RepoScene()
    let detail = MomentDetailViewModel(momentID: "7", userID: "0", repo: scene.repo)
    let history = History.of(detail.moment.map(\.momentID), until: scene.bag)
    _ = scene.load()
    scene.backend.answer()
    #expect(history.entries == [])
  }

  @Test
  func `are released with their last reference, and receive no more`() throws {
    let scene = try RepoScene()
    weak var gone: MomentsTimelineViewModel?
    do {
      let model = MomentsTimelineViewModel(userID: "0", repo: scene.repo)
      gone = model
    }
    #expect(gone == nil)
  }
}
