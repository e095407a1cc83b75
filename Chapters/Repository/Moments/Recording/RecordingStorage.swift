import Concurrency
import Foundation

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
