import Concurrency
import Foundation
import MiniRx
import Testing
import Workbook

@testable import Chapter_Repository

@Suite(.serialized)
struct `Observable values` {
  private let bag = DisposeBag()

  @Test
  func `are one for all who use a place at the same time`() {
    let place = "test \(UUID().uuidString)"
    let opened = History()
    func values() -> ObservableValues {
      ObservableValues.shared(at: place) {
        opened.add("opened")
        return MemoryStorage()
      }
    }
    weak var gone: ObservableValues?
    do {
      let (first, second) = (values(), values())
      gone = first
      #expect(first === second)
    }
    #expect(gone == nil)
    _ = values()
    #expect(opened.events == ["opened", "opened"])
  }

  @Test
  func `read a key once, at the first question`() {
    let storage = RecordingStorage(MemoryStorage(["a": Data([1])]))
    let values = ObservableValues(storage)
    #expect(storage.keysRead == [])
    let first = History.of(values.data(forKey: "a").map { try $0.get() }, until: bag)
    let second = History.of(values.data(forKey: "a").map { try $0.get() }, until: bag)
    #expect(storage.keysRead == ["a"])
    #expect(first.events == ["next(Optional(1 bytes))"])
    #expect(second.events == first.events)
  }

  @Test
  func `tell of a place that cannot be read`() {
    struct Refused: Error {}
    struct Unreadable: KeyValueStorage {
      func data(forKey key: String) throws -> Data? { throw Refused() }
      func set(_ data: Data, forKey key: String) {}
    }
    let store = MemoryPersistentDataStore(ObservableValues(Unreadable()))
    let errors = History.of(store.errors, until: bag)
    let details = History.of(store.momentsDetails, until: bag)
    #expect(errors.events == ["next(MomentsDetails cannot be read)"])
    #expect(details.events == [])
  }
}

/// Places that refuse, as real ones do.
@Suite(.serialized)
struct `A place that refuses` {
  private let bag = DisposeBag()

  @Test
  func `is named by the error, and what was known before still is`() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "a file")
    try Data("in the way".utf8).write(to: file)
    let store = FilePersistentDataStore(folder: file.appending(path: "below"))
    let details = History.of(store.momentsDetails, until: bag)
    let error = #expect(throws: PersistentDataStoreError.self) {
      try store.save(momentsDetails: .page(of: "Ann"))
    }
    let text = error?.errorDescription ?? ""
    #expect(details.events == [])
    #expect(text.hasPrefix("MomentsDetails cannot be written: "))
    #expect(text.hasSuffix("make room or check permissions."))
  }

  @Test
  func `that is no database is left as it is by reading`() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "moments.db")
    let text = Data(String(repeating: "no database ", count: 100).utf8)
    try text.write(to: file)
    let store = SQLitePersistentDataStore(file: file)
    let errors = History.of(store.errors, until: bag)
    #expect(errors.events == ["next(MomentsDetails cannot be read)"])
    let left = try Data(contentsOf: file)
    #expect(left == text)
  }

  @Test
  func `holds something else than data under the key, and says so`() throws {
    let folder = try ScratchFolder()
    let defaults = try #require(UserDefaults(suiteName: folder.suite))
    defaults.set("text", forKey: StoredMoments.defaultKey)
    _ = defaults.synchronize()
    let store = try UserDefaultsPersistentDataStore(suite: folder.suite)
    let errors = History.of(store.errors, until: bag)
    try store.save(momentsDetails: .page(of: "Ann"))
    let details = History.of(store.momentsDetails, until: bag)
    #expect(errors.events == ["next(MomentsDetails cannot be read)"])
    #expect(details.events == ["next(Ann, 0 moments)"])
  }

  #if os(Linux)
    @Test
    func `is a suite that cannot be written, which is noticed at once`() throws {
      let store = try UserDefaultsPersistentDataStore(suite: "/proc/no/such/place")
      let details = History.of(store.momentsDetails, until: bag)
      let error = #expect(throws: PersistentDataStoreError.self) {
        try store.save(momentsDetails: .page(of: "Ann"))
      }
      let again = try UserDefaultsPersistentDataStore(suite: "/proc/no/such/place")
      let late = History.of(again.momentsDetails, until: bag)
      #expect(error?.description == "MomentsDetails cannot be written")
      #expect(details.events == [])
      #expect(late.events == [])
    }
  #endif
}
