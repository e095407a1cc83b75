import Concurrency
import Foundation
import SQLite

/// A storage of data by key. ``ObservableValues`` calls it on one thread, where it may block.
protocol KeyValueStorage: Sendable {
  /// The data for the key; nil if there is none. Throws if it is unknown whether there is any.
  func data(forKey key: String) throws -> Data?

  /// Replaces the data for the key atomically and durably. If it throws, the former data remains.
  func set(_ data: Data, forKey key: String) throws
}

/// A storage in memory, for tests and previews.
final class MemoryStorage: KeyValueStorage {
  private let contents: Locked<[String: Data]>

  init(_ contents: [String: Data] = [:]) { self.contents = Locked(contents) }

  func data(forKey key: String) -> Data? { contents.withLock { $0[key] } }

  func set(_ data: Data, forKey key: String) {
    // The former data is released outside the lock, because a deallocator may run code.
    _ = contents.withLock { $0.updateValue(data, forKey: key) }
  }
}

/// A storage with one file per key in a folder. Files are replaced atomically.
struct FolderStorage: KeyValueStorage {
  let folder: URL

  func data(forKey key: String) throws -> Data? {
    do {
      return try Data(contentsOf: file(forKey: key))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: file(forKey: key), options: .atomic)
  }

  private func file(forKey key: String) -> URL { folder.appending(path: "\(key).json") }
}

/// A storage in a suite of UserDefaults.
struct UserDefaultsStorage: KeyValueStorage {
  /// A suite could not be used; the description is the reason.
  struct Failure: Error, Equatable, CustomStringConvertible, LocalizedError {
    let description: String

    var errorDescription: String? { description }
  }

  private let suite: String
  private let defaults: Locked<UserDefaults>

  /// - Parameter suite: A name, for a suite among the user's settings, or an absolute path without
  ///   extension, for a file there.
  /// - Throws: An error if the name is invalid.
  init(suite: String) throws(Failure) {
    guard !suite.utf8.contains(0), let defaults = UserDefaults(suiteName: suite) else {
      throw Failure(description: "no suite can be named \(suite.debugDescription)")
    }
    self.suite = suite
    self.defaults = Locked(defaults)
  }

  func data(forKey key: String) throws -> Data? {
    try defaults.withLock { defaults throws(Failure) in
      guard defaults.object(forKey: key) != nil else { return nil }
      guard let data = defaults.data(forKey: key) else {
        throw Failure(description: "the value for \(key) is not data")
      }
      return data
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    try defaults.withLock { defaults throws(Failure) in
      let former = defaults.data(forKey: key)
      defaults.set(data, forKey: key)
      // Without this call, Linux keeps the change in memory, where it is lost when the process
      // ends.
      guard defaults.synchronize() else {
        defaults.set(former, forKey: key)
        throw Failure(description: "the suite \(suite) was not written")
      }
    }
  }
}

/// A storage in a table of a database, which is opened on first use. The next write replaces a file
/// that is damaged or is not a database.
struct SQLiteStorage: KeyValueStorage {
  private let database: RepairableDatabase

  init(file: URL) {
    database = .shared(
      at: file,
      migrations: [
        Migration(
          "values under keys",
          sql: "CREATE TABLE stored (key TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID")
      ])
  }

  func data(forKey key: String) throws -> Data? {
    try database.read { connection in
      try connection.first("SELECT data FROM stored WHERE key = ?", key)
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    try database.write { connection in
      try connection.run(
        """
        INSERT INTO stored (key, data) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET data = excluded.data
        """, key, data)
    }
  }
}
