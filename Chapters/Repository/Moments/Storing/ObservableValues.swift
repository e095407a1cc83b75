import Concurrency
import Foundation
import MiniRx

/// Data under keys, and its changes: `current changed*` for each key, without an end.
///
/// UserDefaults on Linux does not post its changes, and neither do files or tables. So all users of a
/// place in this process share one instance, which announces every write, equal or not, in the order of
/// writing. Changes by another process are seen when the place is opened the next time.
///
/// The place is read and written on a thread of its own, one call at a time: no lock is held while the
/// storage works or waits, and none while observers are called.
final class ObservableValues: Sendable {
  /// What is stored under a key, nil for nothing; or why it cannot be read.
  typealias Content = Result<Data?, any Error>

  private let storage: any KeyValueStorage
  private let thread = ThreadPool(name: "moments.storage")
  private let relays = Locked<[String: BehaviorRelay<Content>]>([:])
  private let announcements = CallQueue()

  /// - Parameter storage: the place, which nothing else in this process writes to.
  init(_ storage: any KeyValueStorage) { self.storage = storage }

  /// What is stored under the key, and then every change. The first call for a key reads the place.
  func data(forKey key: String) -> Observable<Content> {
    if let relay = relays.withLock({ $0[key] }) { return relay.asObservable() }
    return onThread { [relays, storage] in
      // Another call may have read the key meanwhile; only this thread adds relays.
      if let relay = relays.withLock({ $0[key] }) { return relay.asObservable() }
      let relay = BehaviorRelay(value: Content { try storage.data(forKey: key) })
      relays.withLock { $0[key] = relay }
      return relay.asObservable()
    }
  }

  /// Writes the data, then announces it to all observers of the key, on this thread unless another one
  /// is announcing a change.
  ///
  /// - Throws: what the storage throws; then nothing is announced.
  func set(_ data: Data, forKey key: String) throws {
    let isAnnouncer = try onThread { [relays, storage, announcements] in
      try storage.set(data, forKey: key)
      // Queued on the thread that writes, so that changes are announced in the order of writing.
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

// MARK: Sharing

extension ObservableValues {
  private struct Reference {
    weak var values: ObservableValues?
  }

  private static let inUse = Locked<[String: Reference]>([:])

  /// The instance that all users of a place in this process share.
  ///
  /// Nothing is opened or released under a lock. Two threads that come at the same time may both open
  /// the place; both receive the same instance, and the other one is released.
  ///
  /// - Parameters:
  ///   - place: tells places apart: a kind and a path.
  ///   - storage: opens the place; called if no instance is in use.
  /// - Returns: an instance that lives as long as it is retained.
  /// - Throws: what `storage` throws.
  static func shared<Failure: Error>(
    at place: String, storage: () throws(Failure) -> any KeyValueStorage
  ) throws(Failure) -> ObservableValues {
    if let values = inUse.withLock({ $0[place]?.values }) { return values }
    let new = ObservableValues(try storage())
    // All instances leave the lock with the result, so that none is released under it.
    let instances = inUse.withLock { inUse in
      var instances = inUse.compactMapValues(\.values)
      instances[place] = instances[place] ?? new
      inUse = instances.mapValues(Reference.init)
      return instances
    }
    return instances[place] ?? new
  }
}
