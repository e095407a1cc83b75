import Concurrency
import Dispatch
import Foundation
import HTTP
import MiniRx
import Workbook

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
  init(_ store: any MomentsAsWritten.PersistentDataStoreType, _ server: MomentsServer) {
    self.init(
      persistentDataStore: store,
      getMomentsByUserIDSession: GetMomentsByUserIDSession(client: server.client),
      updateMomentLikeSession: UpdateMomentLikeSession(client: server.client))
  }
}

extension ObservableType {
  /// Subscribes an observer that records each event and prints it as `name: event`. The name's last
  /// part is the observer; its first part selects the sending repository, unless `source` does.
  func subscribe(
    _ name: String, from source: String? = nil, in transcript: Transcript
  ) -> any Disposable {
    subscribe { event in
      transcript.record(.send, "\(event)", from: source ?? name.repo, to: name.part)
      transcript.line("\(name): \(event)")
    }
  }

  /// Subscribes and waits for the terminal event.
  @discardableResult
  func ended(
    _ receive: @escaping @Sendable (Event<Element>) -> Void = { _ in }
  ) async -> Event<Element> {
    let ended = OneShot<Event<Element>>()
    _ = subscribe { event in
      receive(event)
      if event.isStopEvent { ended.fulfill(event) }
    }
    return await ended.value
  }

  /// Prints each event as `name: event`, and waits for the terminal event. Recorded as a call of
  /// the repository by that name.
  func ended(
    _ name: String, by caller: String? = nil, in transcript: Transcript, printing: Bool = true,
    fileID: String = #fileID, line: Int = #line,
    _ receive: @escaping @Sendable (Event<Element>) -> Void = { _ in }
  ) async {
    await transcript.call(
      name.part, of: name.repo, by: caller, returning: { "\($0)" }, fileID: fileID, line: line
    ) {
      await ended { event in
        receive(event)
        if printing { transcript.line("\(name): \(event)") }
      }
    }
  }
}

extension String {
  /// The repository of a line's scene: `repo as written` for `as written: timeline`.
  fileprivate var repo: String { hasPrefix("as written") ? "repo as written" : "repo" }

  /// The part of a program in a line: `timeline` for `fixed: timeline`.
  fileprivate var part: String { split(separator: #/: |, /#).last.map(String.init) ?? self }
}

extension Transcript {
  /// Records a text that a screen receives from the repository of a scene.
  func receives(_ text: String, in screen: String, of scene: String = "") {
    record(.send, text, from: scene.repo, to: screen)
  }

  /// The same, printed as `screen: text`.
  func shows(_ text: String, on screen: String) {
    receives(text, in: screen)
    line("\(screen): \(text)")
  }
}

extension MomentsServer {
  /// Creates a server that records a scene's requests. With a prefix, it also prints them.
  init(
    _ details: MomentsDetails, in transcript: Transcript, of scene: String = "",
    printing prefix: String? = nil
  ) {
    self.init(details) { request in
      transcript.record(.send, request, from: (prefix ?? scene).repo, to: "server")
      if let prefix { transcript.line(prefix + request) }
    }
  }
}

/// Waits until the main queue has run all work that was enqueued before.
func mainQueueCaughtUp() async {
  let caughtUp = Gate()
  DispatchQueue.main.async { caughtUp.open() }
  await caughtUp.passed()
}

/// A store that records each save, and may print it.
struct RecordedDataStore: PersistentDataStoreType {
  fileprivate let store: PersistentDataStore
  fileprivate let name: String
  fileprivate let transcript: Transcript
  fileprivate let prefix: String?

  var momentsDetails: Observable<MomentsDetails> { store.momentsDetails }

  var errors: Observable<PersistentDataStoreError> { store.errors }

  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
    transcript.record(.send, "save \(store.key)", to: name)
    if let prefix { transcript.line("\(prefix)save \(store.key)") }
    try store.save(momentsDetails: momentsDetails)
  }
}

extension PersistentDataStore {
  /// Returns this store with its saves and their key recorded and, with a prefix, printed.
  func recorded(
    as name: String = "store", in transcript: Transcript, printing prefix: String? = nil
  ) -> RecordedDataStore {
    RecordedDataStore(store: self, name: name, transcript: transcript, prefix: prefix)
  }
}

/// A storage that records the keys of reads and writes.
final class RecordingStorage: KeyValueStorage {
  private let storage: any KeyValueStorage
  private let name: String
  private let transcript: Transcript?
  private let keys = Locked<(read: [String], written: [String])>(([], []))

  init(
    _ storage: any KeyValueStorage, as name: String = "storage", in transcript: Transcript? = nil
  ) {
    self.storage = storage
    self.name = name
    self.transcript = transcript
  }

  var keysRead: [String] { keys.withLock { $0.read } }

  var keysWritten: [String] { keys.withLock { $0.written } }

  func data(forKey key: String) throws -> Data? {
    keys.withLock { $0.read.append(key) }
    transcript?.record(.read, key, to: name)
    return try storage.data(forKey: key)
  }

  func set(_ data: Data, forKey key: String) throws {
    try storage.set(data, forKey: key)
    keys.withLock { $0.written.append(key) }
    transcript?.record(.write, key, to: name)
  }
}
