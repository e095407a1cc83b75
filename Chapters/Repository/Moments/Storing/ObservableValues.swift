import Concurrency
import Foundation
import MiniRx

/// Data under keys that tells its changes: `present changed*` for each key, without an end.
///
/// UserDefaults on Linux tells nobody about a change, and neither do files or tables. So everybody in
/// the process who uses one place goes through one of these, and it announces every write, equal or
/// not, in the order of writing. What another process writes it sees when it is made the next time.
final class ObservableValues: Sendable {
  /// What is stored under a key, nil for nothing; or why that cannot be known.
  typealias Content = Result<Data?, any Error>

  private let storage: any KeyValueStorage
  private let relays = Locked<[String: BehaviorRelay<Content>]>([:])
  private let announcements = Turns()

  /// - Parameter storage: the place, which nobody else writes to.
  init(_ storage: any KeyValueStorage) { self.storage = storage }

  /// What is stored under the key, and then every change. The first one to ask makes it read the place.
  func data(forKey key: String) -> Observable<Content> {
    let relay = relays.withLock { [storage] relays in
      if let relay = relays[key] { return relay }
      let relay = BehaviorRelay(value: Content { try storage.data(forKey: key) })
      relays[key] = relay
      return relay
    }
    return relay.asObservable()
  }

  /// Writes the data, then tells it to everybody who observes the key, on this thread unless another
  /// one is telling something just now.
  ///
  /// - Throws: what the storage throws; then nobody is told anything.
  func set(_ data: Data, forKey key: String) throws {
    // Written and queued under one lock, so that changes are announced in the order of writing.
    try relays.withLock { [storage, announcements] relays in
      try storage.set(data, forKey: key)
      guard let relay = relays[key] else { return }
      announcements.add { relay.accept(.success(data)) }
    }
    announcements.run()
  }
}
