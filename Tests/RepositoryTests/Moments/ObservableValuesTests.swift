import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

@Suite(.serialized)
struct `Observable values` {
  private let bag = DisposeBag()

  @Test
  func `are one instance for all concurrent users of a place`() {
    let place = "test \(UUID().uuidString)"
    let opened = History()
    func values() -> ObservableValues {
      ObservableValues.shared(at: place) {
        opened.record("opened")
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
    #expect(opened.entries == ["opened", "opened"])
  }

  @Test
  func `read a key once, on first use`() {
    let storage = RecordingStorage(MemoryStorage(["a": Data([1])]))
    let values = ObservableValues(storage)
    #expect(storage.keysRead == [])
    let first = History.of(values.data(forKey: "a").map { try $0.get() }, until: bag)
    let second = History.of(values.data(forKey: "a").map { try $0.get() }, until: bag)
    #expect(storage.keysRead == ["a"])
    #expect(first.entries == ["next(Optional(1 bytes))"])
    #expect(second.entries == first.entries)
  }

  @Test
  func `report a place that cannot be read`() {
    struct Refused: Error {}
    struct Unreadable: KeyValueStorage {
      func data(forKey key: String) throws -> Data? { throw Refused() }
      func set(_ data: Data, forKey key: String) {}
    }
    let store = PersistentDataStore(ObservableValues(Unreadable()))
    let errors = History.of(store.errors, until: bag)
    let details = History.of(store.momentsDetails, until: bag)
    #expect(errors.entries == ["next(MomentsDetails cannot be read)"])
    #expect(details.entries == [])
  }
}

/// Opening, reading, writing or releasing a place does not hold a lock.
@Suite(.serialized)
struct `A slow place` {
  private let bag = DisposeBag()

  /// A memory storage that calls a closure before each write.
  private final class Interrupted: KeyValueStorage {
    private let memory = MemoryStorage(["known": Data([1])])
    private let interruption: @Sendable () -> Void

    init(_ interruption: @escaping @Sendable () -> Void) { self.interruption = interruption }

    func data(forKey key: String) -> Data? { memory.data(forKey: key) }

    func set(_ data: Data, forKey key: String) {
      interruption()
      memory.set(data, forKey: key)
    }
  }

  @Test
  func `does not block an observer of a known key while it is written`() throws {
    let (isWriting, mayWrite) = (Gate(), Gate())
    let values = ObservableValues(
      Interrupted {
        isWriting.open()
        mayWrite.wait()
      })
    let first = History.of(values.data(forKey: "known").map { try $0.get() }, until: bag)
    let writer = ThreadPool(name: "writer")
    writer.async { try? values.set(Data([1, 2]), forKey: "known") }
    try waiting(for: "the write") { isWriting.wait() }
    let second = History()
    let isObserved = finishes { [bag] in
      values.data(forKey: "known").map { try $0.get() }
        .subscribe { second.record("\($0)") }.disposed(by: bag)
    }
    mayWrite.open()
    writer.finish()
    try waiting(for: "the end of the write") { writer.join() }
    #expect(isObserved)
    #expect(first.entries == ["next(Optional(1 bytes))", "next(Optional(2 bytes))"])
    #expect(second.entries == first.entries)
  }

  @Test
  func `may observe its values while it is written`() {
    let values = Locked<ObservableValues?>(nil)
    let read = History()
    let storage = Interrupted { [bag] in
      values.withLock { $0 }?.data(forKey: "new").subscribe { _ in read.record("read") }
        .disposed(by: bag)
    }
    values.withLock { $0 = ObservableValues(storage) }
    let isWritten = finishes { try? values.withLock { $0 }?.set(Data(), forKey: "known") }
    values.withLock { $0.take() }.map { withExtendedLifetime($0) {} }
    #expect(isWritten)
    #expect(read.entries == ["read"])
  }

  @Test
  func `is one instance for all threads that open it concurrently`() {
    let place = "test \(UUID().uuidString)"
    let opened = Recorder<ObservableValues>()
    let areDone = allFinish(threads: 8) { _ in
      opened.record(ObservableValues.shared(at: place) { MemoryStorage() })
    }
    let instances = Set(opened.entries.map(ObjectIdentifier.init))
    #expect(areDone)
    #expect(opened.entries.count == 8)
    #expect(instances.count == 1)
  }
}

/// Places that fail for real causes.
@Suite(.serialized)
struct `A failing place` {
  private let bag = DisposeBag()

  @Test
  func `is named by the error, and known values are kept`() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "a file")
    try Data("in the way".utf8).write(to: file)
    let store = PersistentDataStore(.file(in: file.appending(path: "below")))
    let details = History.of(store.momentsDetails, until: bag)
    let error = #expect(throws: PersistentDataStoreError.self) {
      try store.save(momentsDetails: .timeline(of: "Ann"))
    }
    let text = error?.errorDescription ?? ""
    #expect(details.entries == [])
    #expect(text.hasPrefix("MomentsDetails cannot be written: "))
    #expect(text.hasSuffix("make room or check permissions."))
  }

  @Test
  func `that is not a database is unchanged by reads`() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "moments.db")
    let text = Data(String(repeating: "no database ", count: 100).utf8)
    try text.write(to: file)
    let store = PersistentDataStore(.sqlite(file: file))
    #expect(History.of(store.errors, until: bag).entries == ["next(MomentsDetails cannot be read)"])
    #expect(try Data(contentsOf: file) == text)
  }

  @Test
  func `with a value of another type under the key reports it`() throws {
    let folder = try ScratchFolder()
    let defaults = try #require(UserDefaults(suiteName: folder.suite))
    defaults.set("text", forKey: PersistentDataStore.defaultKey)
    _ = defaults.synchronize()
    let store = try PersistentDataStore(.userDefaults(suite: folder.suite))
    let errors = History.of(store.errors, until: bag)
    try store.save(momentsDetails: .timeline(of: "Ann"))
    let details = History.of(store.momentsDetails, until: bag)
    #expect(errors.entries == ["next(MomentsDetails cannot be read)"])
    #expect(details.entries == ["next(Ann, 0 moments)"])
  }

  #if os(Linux)
    @Test
    func `with an unwritable suite reports it at once`() throws {
      let store = try PersistentDataStore(.userDefaults(suite: "/proc/no/such/place"))
      let details = History.of(store.momentsDetails, until: bag)
      let error = #expect(throws: PersistentDataStoreError.self) {
        try store.save(momentsDetails: .timeline(of: "Ann"))
      }
      let again = try PersistentDataStore(.userDefaults(suite: "/proc/no/such/place"))
      let late = History.of(again.momentsDetails, until: bag)
      #expect(error?.description == "MomentsDetails cannot be written")
      #expect(details.entries == [])
      #expect(late.entries == [])
    }
  #endif
}
