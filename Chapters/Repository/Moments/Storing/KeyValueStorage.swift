import Concurrency
import Foundation
import SQLite

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

/// A storage in a suite of UserDefaults.
struct UserDefaultsStorage: KeyValueStorage {
  /// A suite could not be used.
  enum Failure: Error, Equatable, CustomStringConvertible, LocalizedError {
    case noSuite(String)
    case invalidKey(String)
    case notData(key: String)
    case notWritten(suite: String)

    var description: String {
      switch self {
      case .noSuite(let suite): "there can be no suite named \(suite.debugDescription)"
      case .invalidKey(let key): "\(key.debugDescription) contains a NUL, so it cannot be a key"
      case .notData(let key): "what is stored under \(key) is not data"
      case .notWritten(let suite): "the suite \(suite) was not written"
      }
    }

    var errorDescription: String? { description }
  }

  private let suite: String
  private let defaults: Locked<UserDefaults>

  /// - Parameter suite: A name, for a suite among the user's settings, or an absolute path without
  ///   extension, for a file there.
  /// - Throws: An error if the name is invalid.
  init(suite: String) throws(Failure) {
    guard !suite.utf8.contains(0), let defaults = UserDefaults(suiteName: suite) else {
      throw .noSuite(suite)
    }
    self.suite = suite
    self.defaults = Locked(defaults)
  }

  func data(forKey key: String) throws -> Data? {
    try check(key)
    return try defaults.withLock { defaults throws(Failure) in
      guard defaults.object(forKey: key) != nil else { return nil }
      guard let data = defaults.data(forKey: key) else { throw .notData(key: key) }
      return data
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    try check(key)
    try defaults.withLock { defaults throws(Failure) in
      let former = defaults.data(forKey: key)
      defaults.set(data, forKey: key)
      // Without this call, Linux keeps the change in memory, where it is lost when the process
      // ends.
      guard defaults.synchronize() else {
        defaults.set(former, forKey: key)
        throw .notWritten(suite: suite)
      }
    }
  }

  private func check(_ key: String) throws(Failure) {
    guard !key.utf8.contains(0) else { throw .invalidKey(key) }
  }
}

/// A storage in a table of a database, which is opened on first use.
///
/// A file that is damaged or is not a database is unchanged by reads and replaced by the next
/// write.
struct SQLiteStorage: KeyValueStorage {
  private let database: RepairableDatabase

  /// - Parameter file: The file of the database, which need not exist.
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
