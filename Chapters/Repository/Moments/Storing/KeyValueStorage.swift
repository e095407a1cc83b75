import Concurrency
import Foundation

/// A place that keeps bytes under keys. ``ObservableValues`` calls it on one thread, where it may block.
protocol KeyValueStorage: Sendable {
  /// The bytes under the key, or nil if there are none.
  ///
  /// - Throws: when there may be some that cannot be read.
  func data(forKey key: String) throws -> Data?

  /// Replaces the bytes under the key, all or nothing, so that they outlive the program.
  ///
  /// - Throws: when they cannot be written; the former ones stay.
  func set(_ data: Data, forKey key: String) throws
}

/// Bytes in memory, for tests and previews, which live as long as the storage is retained.
final class MemoryStorage: KeyValueStorage {
  private let contents: Locked<[String: Data]>

  /// - Parameter contents: the initial bytes.
  init(_ contents: [String: Data] = [:]) { self.contents = Locked(contents) }

  func data(forKey key: String) -> Data? { contents.withLock { $0[key] } }

  func set(_ data: Data, forKey key: String) {
    // The former bytes leave the lock, because a deallocator may run any code.
    _ = contents.withLock { $0.updateValue(data, forKey: key) }
  }
}

/// A file per key in one folder, replaced atomically.
struct FolderStorage: KeyValueStorage {
  /// A folder or key with a NUL, where the system would cut the file's name.
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
