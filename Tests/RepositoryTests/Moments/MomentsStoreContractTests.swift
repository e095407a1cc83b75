import Foundation
import MiniRx
import TestSupport
import Testing

@testable import Chapter_Repository

/// The contract of every store.
@Suite(.serialized)
struct `A store of moments` {
  private let bag = DisposeBag()

  @Test(arguments: MomentsStoreKind.allCases)
  func `emits nothing before a save`(kind: MomentsStoreKind) throws {
    let place = try MomentsStorePlace(kind)
    let store = try place.open()
    let details = History.of(store.momentsDetails, until: bag)
    let errors = History.of(store.errors, until: bag)
    let bytes = try place.bytes()
    #expect(details.entries == [])
    #expect(errors.entries == [])
    #expect(bytes == nil)
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `emits every save to all subscribers, once, even if it is equal`(kind: MomentsStoreKind)
    throws
  {
    let place = try MomentsStorePlace(kind)
    let store = try place.open()
    let first = History.of(store.momentsDetails, until: bag)
    let second = History.of(store.momentsDetails, until: bag)
    for name in ["Ann", "Ann", "Bob"] { try store.save(momentsDetails: .timeline(of: name)) }
    let expected = ["next(Ann, 0 moments)", "next(Ann, 0 moments)", "next(Bob, 0 moments)"]
    #expect(first.entries == expected)
    #expect(second.entries == expected)
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `replays the last save to a late subscriber`(kind: MomentsStoreKind) throws {
    let place = try MomentsStorePlace(kind)
    let store = try place.open()
    for name in ["Ann", "Bob"] { try store.save(momentsDetails: .timeline(of: name)) }
    let late = History.of(store.momentsDetails, until: bag)
    try store.save(momentsDetails: .timeline(of: "Cid"))
    #expect(late.entries == ["next(Bob, 0 moments)", "next(Cid, 0 moments)"])
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `reads all saved fields after a relaunch`(kind: MomentsStoreKind) throws {
    let place = try MomentsStorePlace(kind)
    let saved = try MomentsDetails.fixture()
    try place.open().save(momentsDetails: saved)
    let bytes = try #require(try place.bytes())
    let decoded = try MomentsCoding.json.decode(bytes)
    #expect(decoded == saved)

    let history = History.of(try place.open().momentsDetails.map { $0 == saved }, until: bag)
    #expect(history.entries == ["next(true)"])
  }

  @Test(
    arguments: MomentsStoreKind.allCases,
    [
      ("", false), ("half a file", false), ("{}", false), (#"{"userDetails":{}}"#, false),
      ("null", false), ("half a file", true),
      (String(repeating: "no database ", count: 1_000), true),
    ])
  func `reports data that it cannot decode or read, and the next save repairs it`(
    kind: MomentsStoreKind, damage: (stored: String, isOfPlace: Bool)
  ) throws {
    let place = try MomentsStorePlace(kind)
    try place.spoil(Data(damage.stored.utf8), all: damage.isOfPlace)
    let isUnreadable = damage.isOfPlace && kind == .sqlite
    let reported = "next(MomentsDetails cannot be \(isUnreadable ? "read" : "decoded"))"
    do {
      let store = try place.open()
      let details = History.of(store.momentsDetails, until: bag)
      let errors = History.of(store.errors, until: bag)
      #expect(details.entries == [])
      #expect(errors.entries == [reported])

      try store.save(momentsDetails: .timeline(of: "Ann"))
      let lateErrors = History.of(store.errors, until: bag)
      #expect(details.entries == ["next(Ann, 0 moments)"])
      #expect(errors.entries == [reported])
      #expect(lateErrors.entries == [])
    }
    let relaunched = try place.open()
    let details = History.of(relaunched.momentsDetails, until: bag)
    let errors = History.of(relaunched.errors, until: bag)
    #expect(details.entries == ["next(Ann, 0 moments)"])
    #expect(errors.entries == [])
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `keeps its details when a save cannot be encoded`(kind: MomentsStoreKind) throws {
    struct Refused: Error {}
    let unable = MomentsCoding(encode: { _ in throw Refused() }, decode: MomentsCoding.json.decode)
    let place = try MomentsStorePlace(kind)
    try place.open().save(momentsDetails: .timeline(of: "Ann"))
    let store = try place.open(coding: unable)
    let history = History.of(store.momentsDetails, until: bag)
    let error = #expect(throws: PersistentDataStoreError.self) {
      try store.save(momentsDetails: .timeline(of: "Bob"))
    }
    let bytes = try #require(try place.bytes())
    let left = try MomentsCoding.json.decode(bytes)
    #expect(error == .init(failure: .encoded, key: "MomentsDetails", reason: "Refused()"))
    #expect(history.entries == ["next(Ann, 0 moments)"])
    #expect(left == .timeline(of: "Ann"))
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `emits the saves of another store under its key, and none of other keys`(
    kind: MomentsStoreKind
  ) throws {
    let place = try MomentsStorePlace(kind)
    let (first, second) = (try place.open(), try place.open())
    let elsewhere = try place.open(key: "Elsewhere")
    let heardByFirst = History.of(first.momentsDetails, until: bag)
    let heardBySecond = History.of(second.momentsDetails, until: bag)
    let heardElsewhere = History.of(elsewhere.momentsDetails, until: bag)
    try first.save(momentsDetails: .timeline(of: "Ann"))
    try elsewhere.save(momentsDetails: .timeline(of: "Bob"))
    try second.save(momentsDetails: .timeline(of: "Cid"))
    #expect(heardByFirst.entries == ["next(Ann, 0 moments)", "next(Cid, 0 moments)"])
    #expect(heardBySecond.entries == heardByFirst.entries)
    #expect(heardElsewhere.entries == ["next(Bob, 0 moments)"])
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `emits saves of several threads to all subscribers in the order of writing`(
    kind: MomentsStoreKind
  ) throws {
    let place = try MomentsStorePlace(kind)
    let stores = [try place.open(), try place.open()]
    let histories = stores.map { History.of($0.momentsDetails, until: bag) }
    let failures = History()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<10 {
        let timeline = MomentsDetails.timeline(of: "thread \(thread) save \(number)")
        do {
          try stores[number % 2].save(momentsDetails: timeline)
        } catch {
          failures.record("\(error)")
        }
      }
    }
    let received = histories[0].entries
    let bytes = try #require(try place.bytes())
    let stored = try MomentsCoding.json.decode(bytes)
    #expect(failures.entries == [])
    #expect(histories[1].entries == received)
    #expect(received.count == 40)
    #expect(Set(received).count == 40)
    for thread in 0..<4 {
      let own = received.filter { $0.hasPrefix("next(thread \(thread) ") }
      #expect(own == (0..<10).map { "next(thread \(thread) save \($0), 0 moments)" })
    }
    #expect(received.last == "next(\(stored))")
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `emits a save from inside an observer after the current one`(kind: MomentsStoreKind) throws {
    let place = try MomentsStorePlace(kind)
    let store = try place.open()
    let failures = History()
    store.momentsDetails
      .subscribe(onNext: { details in
        guard details.userDetails.name == "Ann" else { return }
        do { try store.save(momentsDetails: .timeline(of: "Bob")) } catch {
          failures.record("\(error)")
        }
      })
      .disposed(by: bag)
    let history = History.of(store.momentsDetails, until: bag)
    try store.save(momentsDetails: .timeline(of: "Ann"))
    #expect(failures.entries == [])
    #expect(history.entries == ["next(Ann, 0 moments)", "next(Bob, 0 moments)"])
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `that is released emits nothing more`(kind: MomentsStoreKind) throws {
    let place = try MomentsStorePlace(kind)
    var store: (any PersistentDataStoreType)? = try place.open()
    let history = History.of(try #require(store).momentsDetails, until: bag)
    store = nil
    try place.open().save(momentsDetails: .timeline(of: "Ann"))
    #expect(history.entries == [])
  }
}
