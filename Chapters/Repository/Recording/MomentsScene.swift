import Concurrency
import Dispatch
import Foundation
import HTTP
import MiniRx
import Workbook

// Helpers of the pages about Moments, for setting up a scene, printing events and waiting.

extension ScratchFolder {
  /// The name of a suite of UserDefaults that is a file in this folder.
  var suite: String { url.appending(path: "settings").path }
}

extension MomentsRepo {
  /// Creates a repository over an in-process server that delivers on the main thread.
  init(_ store: any PersistentDataStoreType, _ server: MomentsServer) {
    self.init(
      persistentDataStore: store,
      getMomentsByUserIDSession: GetMomentsByUserIDSession(client: server.client),
      updateMomentLikeSession: UpdateMomentLikeSession(client: server.client),
      deliveringOn: MainScheduler.instance)
  }
}

extension MomentsAsWritten.MomentsRepo {
  /// Creates the repository as written, over an in-process server.
  init(_ store: any MomentsAsWritten.PersistentDataStoreType, _ server: MomentsServer) {
    self.init(
      persistentDataStore: store,
      getMomentsByUserIDSession: GetMomentsByUserIDSession(client: server.client),
      updateMomentLikeSession: UpdateMomentLikeSession(client: server.client))
  }
}

extension ObservableType {
  /// Subscribes an observer that prints each event as `name: event`.
  func subscribe(_ name: String, in transcript: Transcript) -> any Disposable {
    subscribe { event in transcript.line("\(name): \(event)") }
  }

  /// Subscribes, and returns after the terminal event.
  func ended(_ receive: @escaping @Sendable (Event<Element>) -> Void = { _ in }) async {
    let ended = Gate()
    _ = subscribe { event in
      receive(event)
      if event.isStopEvent { ended.open() }
    }
    await ended.passed()
  }

  /// Subscribes an observer that prints each event as `name: event`, and returns after the terminal
  /// event.
  func ended(_ name: String, in transcript: Transcript) async {
    await ended { event in transcript.line("\(name): \(event)") }
  }
}

/// Returns when the main queue has run all work enqueued before.
func mainQueueCaughtUp() async {
  let caughtUp = Gate()
  DispatchQueue.main.async { caughtUp.open() }
  await caughtUp.passed()
}

/// A store that logs each save.
struct LoggedDataStore: PersistentDataStoreType {
  private let store: PersistentDataStore
  private let log: @Sendable (String) -> Void

  /// - Parameters:
  ///   - store: the underlying store.
  ///   - log: receives `save MomentsDetails`, with the key of the store, before each save.
  init(_ store: PersistentDataStore, log: @escaping @Sendable (String) -> Void) {
    self.store = store
    self.log = log
  }

  var momentsDetails: Observable<MomentsDetails> { store.momentsDetails }

  var errors: Observable<PersistentDataStoreError> { store.errors }

  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
    log("save \(store.key)")
    try store.save(momentsDetails: momentsDetails)
  }
}

/// A storage that records the keys that are read and written.
final class RecordingStorage: KeyValueStorage {
  private let storage: any KeyValueStorage
  private let keys = Locked<(read: [String], written: [String])>(([], []))

  init(_ storage: any KeyValueStorage) { self.storage = storage }

  /// The keys that were read, in order.
  var keysRead: [String] { keys.withLock { $0.read } }

  /// The keys that were successfully written, in order.
  var keysWritten: [String] { keys.withLock { $0.written } }

  func data(forKey key: String) throws -> Data? {
    keys.withLock { $0.read.append(key) }
    return try storage.data(forKey: key)
  }

  func set(_ data: Data, forKey key: String) throws {
    try storage.set(data, forKey: key)
    keys.withLock { $0.written.append(key) }
  }
}
