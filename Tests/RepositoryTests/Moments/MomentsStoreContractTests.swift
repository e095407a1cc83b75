import Foundation
import MiniRx
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
    #expect(details.events == [])
    #expect(errors.events == [])
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
    #expect(first.events == expected)
    #expect(second.events == expected)
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `replays the last save to a late subscriber`(kind: MomentsStoreKind) throws {
    let place = try MomentsStorePlace(kind)
    let store = try place.open()
    for name in ["Ann", "Bob"] { try store.save(momentsDetails: .timeline(of: name)) }
    let late = History.of(store.momentsDetails, until: bag)
    try store.save(momentsDetails: .timeline(of: "Cid"))
    #expect(late.events == ["next(Bob, 0 moments)", "next(Cid, 0 moments)"])
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
    #expect(history.events == ["next(true)"])
  }

  @Test(
    arguments: MomentsStoreKind.allCases, ["", "half a file", "{}", #"{"userDetails":{}}"#, "null"])
  func `reports data that it cannot decode, and the next save repairs it`(
    kind: MomentsStoreKind, stored: String
  ) throws {
    let place = try MomentsStorePlace(kind)
    try place.spoil(Data(stored.utf8))
    do {
      let store = try place.open()
      let details = History.of(store.momentsDetails, until: bag)
      let errors = History.of(store.errors, until: bag)
      #expect(details.events == [])
      #expect(errors.events == ["next(MomentsDetails cannot be decoded)"])

      try store.save(momentsDetails: .timeline(of: "Ann"))
      let lateErrors = History.of(store.errors, until: bag)
      #expect(details.events == ["next(Ann, 0 moments)"])
      #expect(errors.events == ["next(MomentsDetails cannot be decoded)"])
      #expect(lateErrors.events == [])
    }
    let relaunched = try place.open()
    let details = History.of(relaunched.momentsDetails, until: bag)
    let errors = History.of(relaunched.errors, until: bag)
    #expect(details.events == ["next(Ann, 0 moments)"])
    #expect(errors.events == [])
  }

  @Test(
    arguments: MomentsStoreKind.allCases,
    ["half a file", String(repeating: "no database ", count: 1_000)])
  func `reports a damaged place, and the next save repairs it`(
    kind: MomentsStoreKind, stored: String
  ) throws {
    let place = try MomentsStorePlace(kind)
    try place.spoilAll(Data(stored.utf8))
    let told =
      kind == .sqlite ? "MomentsDetails cannot be read" : "MomentsDetails cannot be decoded"
    do {
      let store = try place.open()
      let details = History.of(store.momentsDetails, until: bag)
      let errors = History.of(store.errors, until: bag)
      try store.save(momentsDetails: .timeline(of: "Ann"))
      #expect(errors.events == ["next(\(told))"])
      #expect(details.events == ["next(Ann, 0 moments)"])
    }
    let relaunched = try place.open()
    let details = History.of(relaunched.momentsDetails, until: bag)
    let errors = History.of(relaunched.errors, until: bag)
    #expect(details.events == ["next(Ann, 0 moments)"])
    #expect(errors.events == [])
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `keeps its details when a save cannot be encoded`(kind: MomentsStoreKind) throws {
    struct Refused: Error {}
    let unable = MomentsCoding(
      encode: { _ in throw Refused() }, decode: MomentsCoding.json.decode)
    let place = try MomentsStorePlace(kind)
    try place.open().save(momentsDetails: .timeline(of: "Ann"))
    let store = try place.open(coding: unable)
    let history = History.of(store.momentsDetails, until: bag)
    let error = #expect(throws: PersistentDataStoreError.self) {
      try store.save(momentsDetails: .timeline(of: "Bob"))
    }
    let bytes = try #require(try place.bytes())
    let left = try MomentsCoding.json.decode(bytes)
    #expect(error == .unencodable(key: "MomentsDetails", reason: "Refused()"))
    #expect(history.events == ["next(Ann, 0 moments)"])
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
    #expect(heardByFirst.events == ["next(Ann, 0 moments)", "next(Cid, 0 moments)"])
    #expect(heardBySecond.events == heardByFirst.events)
    #expect(heardElsewhere.events == ["next(Bob, 0 moments)"])
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
          failures.add("\(error)")
        }
      }
    }
    let told = histories[0].events
    let bytes = try #require(try place.bytes())
    let stored = try MomentsCoding.json.decode(bytes)
    #expect(failures.events == [])
    #expect(histories[1].events == told)
    #expect(told.count == 40)
    #expect(Set(told).count == 40)
    for thread in 0..<4 {
      let own = told.filter { $0.hasPrefix("next(thread \(thread) ") }
      #expect(own == (0..<10).map { "next(thread \(thread) save \($0), 0 moments)" })
    }
    #expect(told.last == "next(\(stored))")
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `emits a save from inside an observer after the current one`(
    kind: MomentsStoreKind
  ) throws {
    let place = try MomentsStorePlace(kind)
    let store = try place.open()
    let failures = History()
    store.momentsDetails
      .subscribe(onNext: { details in
        guard details.userDetails.name == "Ann" else { return }
        do { try store.save(momentsDetails: .timeline(of: "Bob")) } catch {
          failures.add("\(error)")
        }
      })
      .disposed(by: bag)
    let history = History.of(store.momentsDetails, until: bag)
    try store.save(momentsDetails: .timeline(of: "Ann"))
    #expect(failures.events == [])
    #expect(history.events == ["next(Ann, 0 moments)", "next(Bob, 0 moments)"])
  }

  @Test(arguments: MomentsStoreKind.allCases)
  func `that is released emits nothing more`(kind: MomentsStoreKind) throws {
    let place = try MomentsStorePlace(kind)
    var store: (any PersistentDataStoreType)? = try place.open()
    let history = History.of(try #require(store).momentsDetails, until: bag)
    store = nil
    try place.open().save(momentsDetails: .timeline(of: "Ann"))
    #expect(history.events == [])
  }
}
