import Concurrency
import Dispatch
import Foundation
import HTTP
import MiniRx
import Workbook

// Helpers of the pages about Moments: setting up a scene, printing what observers receive, and waiting.

extension ScratchFolder {
  /// The name of a suite of UserDefaults that is a file in here, removed with the folder.
  var suite: String { url.appending(path: "settings").path }
}

extension MomentsRepo {
  /// A repository over a server inside the process that delivers on the main thread.
  init(_ store: any PersistentDataStoreType, _ server: MomentsServer) {
    self.init(
      persistentDataStore: store,
      getMomentsByUserIDSession: GetMomentsByUserIDSession(client: server.client),
      updateMomentLikeSession: UpdateMomentLikeSession(client: server.client),
      deliveringOn: MainScheduler.instance)
  }
}

extension MomentsAsWritten.MomentsRepo {
  /// The repository as written, over a server inside the process.
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

  /// Subscribes, and returns when the terminal event has been received.
  func ended(_ receive: @escaping @Sendable (Event<Element>) -> Void = { _ in }) async {
    let ended = Gate()
    _ = subscribe { event in
      receive(event)
      if event.isStopEvent { ended.open() }
    }
    await ended.passed()
  }

  /// The same with an observer that prints each event as `name: event`.
  func ended(_ name: String, in transcript: Transcript) async {
    await ended { event in transcript.line("\(name): \(event)") }
  }
}

/// Returns when the main queue has run everything that was added before.
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
  ///   - store: the store that saves.
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

/// A place that remembers which keys were read and which were written.
final class RecordingStorage: KeyValueStorage {
  private let storage: any KeyValueStorage
  private let keys = Locked<(read: [String], written: [String])>(([], []))

  init(_ storage: any KeyValueStorage) { self.storage = storage }

  /// The keys that were read, in order.
  var keysRead: [String] { keys.withLock { $0.read } }

  /// The keys that were written, in order; those that could not be written are not among them.
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
