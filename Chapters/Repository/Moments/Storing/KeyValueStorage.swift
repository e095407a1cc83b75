import Concurrency
import Foundation

/// A storage of data by key. ``ObservableValues`` calls it on one thread, where it may block.
protocol KeyValueStorage: Sendable {
  /// The data for the key; nil if there is none.
  ///
  /// - Throws: An error if the data cannot be read, or if it is unknown whether there is any.
  func data(forKey key: String) throws -> Data?

  /// Replaces the data for the key atomically and durably.
  ///
  /// - Throws: An error if the data cannot be written; the former data then remains.
  func set(_ data: Data, forKey key: String) throws
}

/// A storage in memory, for tests and previews.
final class MemoryStorage: KeyValueStorage {
  private let contents: Locked<[String: Data]>

  /// - Parameter contents: The initial data.
  init(_ contents: [String: Data] = [:]) { self.contents = Locked(contents) }

  func data(forKey key: String) -> Data? { contents.withLock { $0[key] } }

  func set(_ data: Data, forKey key: String) {
    // The former data is released outside the lock, because a deallocator may run code.
    _ = contents.withLock { $0.updateValue(data, forKey: key) }
  }
}

/// A storage with one file per key in a folder. Files are replaced atomically.
struct FolderStorage: KeyValueStorage {
  /// A folder or key contains a NUL, at which the system would truncate the path.
  struct InvalidName: Error, Equatable, CustomStringConvertible, LocalizedError {
    let path: String

    var description: String {
      "\(path.debugDescription) contains a NUL, so it cannot be the name of a file; use another name"
    }

    var errorDescription: String? { description }
  }

  let folder: URL

  func data(forKey key: String) throws -> Data? {
    do {
      return try Data(contentsOf: file(forKey: key))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    let file = try file(forKey: key)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
  }

  private func file(forKey key: String) throws(InvalidName) -> URL {
    let file = folder.appending(path: "\(key).json")
    let path = file.path(percentEncoded: false)
    guard !path.utf8.contains(0) else { throw InvalidName(path: path) }
    return file
  }
}
