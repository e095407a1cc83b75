import Foundation
import MiniRx
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
    let content = History.of(model.hasContent, until: scene.bag)
    model.loadItems().subscribe().disposed(by: scene.bag)
    scene.backend.answer()
    _ = scene.like()
    scene.backend.answer()
    #expect(
      history.events == [
        "next()", "next(Jake Lin, Ann false, Taylor true)", "next(Jake Lin, Ann true, Taylor true)",
      ])
    #expect(content.events == ["next(false)", "next(true)", "next(true)"])
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
      errors.events == ["next(true)", "next(false)", "next(true)", "next(false)", "next(false)"])
  }

  @Test
  func `contain all properties of a moment`() throws {
    let scene = try RepoScene()
    let fixture = try MomentsDetails.fixture()
    let items = fixture.moments.map { MomentListItemViewModel($0, repo: scene.repo) { _ in } }
    let (ann, taylor) = (items[0], items[1])
    #expect(ann.momentID == "0")
    #expect(ann.userName == "Ann")
    #expect(ann.avatarURL?.absoluteString == "https://moments.example/ann.png")
    #expect(ann.title == "One source of truth")
    #expect(ann.photoURL == nil)
    #expect(ann.postDate == Date(timeIntervalSince1970: 1_615_899_003))
    #expect(ann.isLiked == false)
    #expect(ann.likes == [])
    #expect(taylor.title == nil)
    #expect(taylor.photoURL?.absoluteString == "https://moments.example/tour.png")
    #expect(taylor.isLiked)
    #expect(taylor.likes.map(\.absoluteString) == ["https://moments.example/jake.png"])
  }

  @Test
  func `contain nil for an invalid address, date or like`() throws {
    let text = "not an address"
    let scene = try RepoScene()
    let user = UserProfileListItemViewModel(
      .init(id: "0", name: "Ann", avatar: text, backgroundImage: ""))
    let moment = MomentListItemViewModel(
      .init(
        id: "0", userDetails: .init(name: "Ann", avatar: text), type: .photos, title: nil, url: nil,
        photos: [text], createdDate: "yesterday", isLiked: nil, likes: nil),
      repo: scene.repo
    ) { _ in }
    #expect(user.avatarURL == nil)
    #expect(user.backgroundImageURL == nil)
    #expect(moment.avatarURL == nil)
    #expect(moment.photoURL == nil)
    #expect(moment.postDate == nil)
    #expect(moment.isLiked == false)
    #expect(moment.likes == [])
    // Today's Foundation percent-encodes it into an address by default.
    #expect(URL(string: text)?.absoluteString == "not%20an%20address")
  }

  @Test
  func `track a like or unlike, then send it, for each subscription`() throws {
    let scene = try RepoScene()
    let (backend, noted) = (scene.backend, History())
    let track: MomentAction.Tracker = { noted.add("\($0) after \(backend.log.count) requests") }
    let item = MomentListItemViewModel(
      try MomentsDetails.fixture().moments[0], repo: scene.repo, track: track)
    let (like, unlike) = (item.like(from: "0"), item.unlike(from: "0"))
    #expect(noted.events == [])
    for change in [like, unlike] {
      change.subscribe().disposed(by: scene.bag)
      backend.answer()
    }
    let detail = MomentDetailViewModel(
      momentID: "1", userID: "0", repo: scene.repo, track: track)
    for change in [detail.tapLike(), detail.tapUnlike()] {
      change.subscribe().disposed(by: scene.bag)
      backend.answer()
    }
    #expect(
      noted.events == [
        #"like(momentID: "0", userID: "0") after 0 requests"#,
        #"unlike(momentID: "0", userID: "0") after 1 requests"#,
        #"like(momentID: "1", userID: "0") after 2 requests"#,
        #"unlike(momentID: "1", userID: "0") after 3 requests"#,
      ])
    #expect(
      backend.log == [
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
    #expect(history.events == [])
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
