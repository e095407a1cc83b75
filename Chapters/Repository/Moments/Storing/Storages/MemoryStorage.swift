import Concurrency
import Foundation

/// Bytes in memory, for tests and previews: nothing outlives the last one who keeps it.
final class MemoryStorage: KeyValueStorage {
  private let contents: Locked<[String: Data]>

  /// - Parameter contents: what is there to begin with.
  init(_ contents: [String: Data] = [:]) { self.contents = Locked(contents) }

  func data(forKey key: String) -> Data? { contents.withLock { $0[key] } }

  func set(_ data: Data, forKey key: String) { contents.withLock { $0[key] = data } }
}
