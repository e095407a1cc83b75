import Foundation
import MiniRx
import TestSupport
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
struct `A late response` {
  @Test
  func `with a list from before the like does not undo it`() throws {
    let scene = try RepoScene()
    let likes = scene.likes()
    let load = scene.load()
    let like = scene.like()
    scene.backend.answer(1)
    scene.backend.answer(0)
    #expect(likes.entries == ["next(true)"])
    #expect(like.entries == ["next(())", "completed"])
    #expect(load.entries == ["next(())", "completed"])
  }

  @Test
  func `with a list that was requested before another one has no effect`() throws {
    let scene = try RepoScene()
    let saved = History.of(scene.store.momentsDetails, until: scene.bag)
    let loads = [scene.load(), scene.load()]
    scene.backend.answer(1)
    scene.backend.answer(0)
    #expect(saved.entries == ["next(Jake Lin, 2 moments)"])
    #expect(loads.map(\.entries) == [["next(())", "completed"], ["next(())", "completed"]])
  }

  @Test
  func `with a list is accepted when the like has failed`() throws {
    struct Lost: Error {}
    let scene = try RepoScene()
    let likes = scene.likes()
    _ = (scene.load(), scene.like())
    scene.backend.fail(1, with: Lost())
    scene.backend.answer(0)
    #expect(likes.entries == ["next(false)"])
  }

  @Test
  func `to the first like cannot arrive after that to the second`() throws {
    let scene = try RepoScene()
    let likes = scene.likes()
    let histories = [scene.like(true), scene.like(false), scene.like(true, "1")]
    #expect(scene.backend.open == ["updateLike true moment 0 user 0"])
    scene.backend.answer()
    #expect(scene.backend.open == ["updateLike false moment 0 user 0"])
    scene.backend.answer()
    scene.backend.answer()
    #expect(likes.entries == ["next(true)", "next(false)", "next(false)"])
    #expect(histories.allSatisfy { $0.entries == ["next(())", "completed"] })
  }

  @Test
  func `does not block later likes after its disposal`() throws {
    let scene = try RepoScene()
    let first = scene.repo.updateLike(isLiked: true, momentID: "0", fromUserID: "0").subscribe()
    let second = scene.like(false)
    first.dispose()
    scene.backend.answer()
    #expect(second.entries == ["next(())", "completed"])
    #expect(
      scene.backend.log == [
        "updateLike true moment 0 user 0", "cancelled updateLike true moment 0 user 0",
        "updateLike false moment 0 user 0",
      ])
  }

  @Test
  func `waits for a save in progress on another thread`() throws {
    let store = InterruptedStore()
    let scene = try RepoScene(store: store)
    let likes = scene.likes()
    let (load, like) = (scene.load(), scene.like())
    store.interruptNextSave { [backend = scene.backend] in
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        backend.answer("updateLike")
        done.signal()
      }
      done.wait()
    }
    scene.backend.answer("getMoments")
    #expect(likes.entries == ["next(false)", "next(true)"])
    #expect(load.entries == ["next(())", "completed"])
    #expect(like.entries == ["next(())", "completed"])
  }

  @Test
  func `may arrive on any thread`() throws {
    for _ in 0..<20 {
      let scene = try RepoScene()
      let likes = scene.likes()
      for _ in 0..<7 { _ = scene.load() }
      _ = scene.like()
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        scene.backend.answer(index == 3 ? "updateLike" : "getMoments")
      }
      let afterLike = likes.entries.drop { $0 != "next(true)" }
      #expect(scene.backend.open == [])
      #expect(Set(afterLike) == ["next(true)"])
    }
  }

  /// The result of a like remains visible until the response to the next like, whatever other
  /// responses arrive in between.
  @Test
  func `never undoes a like, in any of 100 orders of responses`() throws {
    for seed in 0..<100 as Range<UInt64> { try play(seed) }
  }

  private func play(_ seed: UInt64) throws {
    var dice = SeededNumbers(seed: seed)
    let scene = try RepoScene()
    let likes = scene.likes()
    var wanted: [Bool] = []
    var answered: [String] = []
    for _ in 0..<40 {
      switch Int.random(in: 0..<4, using: &dice) {
      case 0:
        _ = scene.load()
      case 1:
        wanted.append(Bool.random(using: &dice))
        _ = scene.like(wanted[wanted.count - 1])
      default:
        guard !scene.backend.open.isEmpty else { continue }
        let index = Int.random(in: 0..<scene.backend.open.count, using: &dice)
        let name = scene.backend.open[index]
        let before = likes.entries.count
        scene.backend.answer(index)
        if name.hasPrefix("updateLike") { answered.append("next(\(name.contains("true")))") }
        let received = likes.entries.dropFirst(before)
        let shown = answered.last ?? "next(false)"
        // A list that was requested while a like was pending may include that like.
        let coming = scene.backend.open.first { $0.hasPrefix("updateLike") }
        let allowed = [shown] + (coming.map { ["next(\($0.contains("true")))"] } ?? [])
        #expect(received.allSatisfy(allowed.contains), "seed \(seed)")
      }
    }
    while !scene.backend.open.isEmpty { scene.backend.answer() }
    let last = likes.entries.last
    if let wanted = wanted.last { #expect(last == "next(\(wanted))", "seed \(seed)") }
  }
}

@Suite(.serialized)
struct `Serial sequences` {
  private let queue = SubscriptionQueue()
  private let bag = DisposeBag()

  @Test
  func `run one at a time, in the order of subscription`() {
    let history = History()
    let sources = (0..<3).map { _ in PublishSubject<Int>() }
    for (index, source) in sources.enumerated() {
      let entering = source.asObservable().do(onSubscribe: { history.record("\(index) enters") })
      queue.oneAtATime(entering).subscribe { history.record("\(index) \($0)") }.disposed(by: bag)
    }
    sources[1].onNext(0)
    sources[0].onNext(1)
    sources[0].onCompleted()
    sources[1].onNext(2)
    sources[1].onError(RxError.disposed(object: "source"))
    sources[2].onNext(3)
    #expect(
      history.entries.filter { !$0.contains("error") } == [
        "0 enters", "0 next(1)", "0 completed", "1 enters", "1 next(2)", "2 enters", "2 next(3)",
      ])
  }

  @Test
  func `continue past a disposed sequence, before and after it has started`() {
    let history = History()
    let sources = (0..<3).map { _ in PublishSubject<Int>() }
    let subscriptions = sources.enumerated().map { index, source in
      queue.oneAtATime(source.asObservable()).subscribe { history.record("\(index) \($0)") }
    }
    subscriptions[1].dispose()
    subscriptions[0].dispose()
    subscriptions[0].dispose()
    sources[0].onNext(1)
    sources[2].onNext(2)
    sources[2].onCompleted()
    let last = History.of(queue.oneAtATime(.just(3)), until: bag)
    #expect(history.entries == ["2 next(2)", "2 completed"])
    #expect(last.entries == ["next(3)", "completed"])
    #expect(sources.map(\.hasObservers) == [false, false, false])
  }

  @Test
  func `run ten thousand sequences that end at once without deep recursion`() {
    let history = History()
    let first = PublishSubject<Int>()
    queue.oneAtATime(first.asObservable()).subscribe().disposed(by: bag)
    for number in 0..<10_000 {
      queue.oneAtATime(.just(number)).subscribe(onNext: { history.record("\($0)") }).disposed(
        by: bag)
    }
    #expect(history.entries == [])
    first.onCompleted()
    #expect(history.entries == (0..<10_000).map(String.init))
  }
}
