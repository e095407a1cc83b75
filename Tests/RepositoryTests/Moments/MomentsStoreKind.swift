import Concurrency
import Foundation
import SQLite
import Testing
import Workbook

@testable import Chapter_Repository

/// A kind of store.
enum MomentsStoreKind: String, CaseIterable, CustomTestStringConvertible {
  case userDefaults = "user defaults"
  case file
  case memory
  case sqlite

  var testDescription: String { rawValue }
}

/// A temporary place for stores of one kind. It is removed with this value.
struct MomentsStorePlace: ~Copyable {
  static let key = PersistentDataStore.defaultKey

  let kind: MomentsStoreKind
  let folder: ScratchFolder
  /// The bytes of memory stores, which outlive a relaunch.
  private let memory = MemoryStorage()

  init(_ kind: MomentsStoreKind) throws {
    self.kind = kind
    folder = try ScratchFolder()
  }

  private var suite: String { folder.url.appending(path: "settings").path }
  private var database: URL { folder.url.appending(path: "moments.db") }

  /// Opens a new store in the place.
  func open(
    key: String = MomentsStorePlace.key, coding: MomentsCoding = .json
  ) throws -> any PersistentDataStoreType {
    switch kind {
    case .userDefaults:
      try PersistentDataStore(.userDefaults(suite: suite), key: key, coding: coding)
    case .file:
      PersistentDataStore(.file(in: folder.url), key: key, coding: coding)
    case .memory:
      PersistentDataStore(
        ObservableValues.shared(at: "memory \(folder.url.path)") { memory }, key: key,
        coding: coding)
    case .sqlite:
      PersistentDataStore(.sqlite(file: database), key: key, coding: coding)
    }
  }

  /// The stored bytes, read without a store, or nil.
  func bytes() throws -> Data? {
    let key = Self.key
    switch kind {
    case .userDefaults:
      #if os(Linux)
        guard let file = try? Data(contentsOf: URL(filePath: suite + ".plist")) else { return nil }
        let list = try PropertyListSerialization.propertyList(from: file, format: nil)
        return (list as? [String: Any])?[key] as? Data
      #else
        return UserDefaults(suiteName: suite)?.data(forKey: key)
      #endif
    case .file:
      return try? Data(contentsOf: folder.url.appending(path: "\(key).json"))
    case .memory:
      return memory.data(forKey: key)
    case .sqlite:
      let connection = try Connection(at: database)
      return try connection.first("SELECT data FROM stored WHERE key = ?", key)
    }
  }

  /// Writes bytes without a store: those of the key, or the whole database. No store may be open.
  func spoil(_ bytes: Data, all: Bool = false) throws {
    let key = Self.key
    switch kind {
    case .userDefaults:
      let defaults = try #require(UserDefaults(suiteName: suite))
      defaults.set(bytes, forKey: key)
      _ = defaults.synchronize()
    case .file:
      try bytes.write(to: folder.url.appending(path: "\(key).json"))
    case .memory:
      memory.set(bytes, forKey: key)
    case .sqlite where all:
      try bytes.write(to: database)
    case .sqlite:
      try SQLiteStorage(file: database).set(bytes, forKey: key)
    }
  }
}
