import Concurrency
import Foundation
import MiniRx
import SQLite

/// Observable data by key: `current changed*` for each key. The sequences never end.
///
/// UserDefaults on Linux, files and tables do not report changes. All users of a place in this
/// process therefore share one instance, which announces every write in the order of writing.
/// Changes by another process become visible when the place is next opened.
///
/// The place is read and written on a separate thread, one call at a time, without a lock.
final class ObservableValues: Sendable {
  /// The data for a key, nil if there is none; or the error of reading it.
  typealias Content = Result<Data?, any Error>

  private let storage: any KeyValueStorage
  private let thread = ThreadPool(name: "moments.storage")
  private let relays = Locked<[String: BehaviorRelay<Content>]>([:])
  private let announcements = CallQueue()

  /// Nothing else in this process may write to the storage.
  init(_ storage: any KeyValueStorage) { self.storage = storage }

  deinit { Self.inUse.remove(self) }

  /// Emits the data for the key, then every change. The first call for a key reads the storage.
  func data(forKey key: String) -> Observable<Content> {
    if let relay = relays.withLock({ $0[key] }) { return relay.asObservable() }
    return onThread { [relays, storage] in
      // Another call may have added the relay meanwhile; only this thread adds relays.
      if let relay = relays.withLock({ $0[key] }) { return relay.asObservable() }
      let relay = BehaviorRelay(value: Content { try storage.data(forKey: key) })
      relays.withLock { $0[key] = relay }
      return relay.asObservable()
    }
  }

  /// Writes the data, then announces it to all observers of the key, on the calling thread unless
  /// another thread is announcing a change. If it throws, nothing is announced.
  func set(_ data: Data, forKey key: String) throws {
    let isAnnouncer = try onThread { [relays, storage, announcements] in
      try storage.set(data, forKey: key)
      // Enqueued on the writing thread, so that changes are announced in the order of writing.
      guard let relay = relays.withLock({ $0[key] }) else { return false }
      return announcements.enqueue { relay.accept(.success(data)) }
    }
    if isAnnouncer { announcements.drain() }
  }

  private func onThread<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let value = try thread.sync(body) else { fatalError("\(thread.name) has ended") }
    return value
  }
}

extension ObservableValues {
  private static let inUse = WeakCache<String, ObservableValues>()

  /// The instance that all users of a place in this process share, and only they retain. Two
  /// concurrent callers may both open the place, but receive the same instance.
  static func shared<Failure: Error>(
    at place: String, storage: () throws(Failure) -> any KeyValueStorage
  ) throws(Failure) -> ObservableValues {
    try inUse.object(for: place) { () throws(Failure) in ObservableValues(try storage()) }
  }

  /// Values in memory, which are not shared.
  static func memory() -> ObservableValues { ObservableValues(MemoryStorage()) }

  /// A JSON file for each key, in a folder that the first write creates.
  static func file(in folder: URL) -> ObservableValues {
    shared(at: "folder \(folder.resolvedPath)") { FolderStorage(folder: folder) }
  }

  /// A suite of UserDefaults. An absolute path as the name makes the suite a file there.
  ///
  /// - Throws: An error if the name is invalid.
  static func userDefaults(suite: String) throws(UserDefaultsStorage.Failure) -> ObservableValues {
    try shared(at: "user defaults \(suite)") { () throws(UserDefaultsStorage.Failure) in
      try UserDefaultsStorage(suite: suite)
    }
  }

  /// A row of a database for each key. The database is created if it does not exist.
  static func sqlite(file: URL) -> ObservableValues {
    shared(at: "database \(file.resolvedPath)") { SQLiteStorage(file: file) }
  }
}
