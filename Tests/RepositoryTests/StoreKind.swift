import Foundation

@testable import Chapter_Repository

/// A kind of store that outlives the object.
enum StoredKind: String, CaseIterable {
  case file, sqlite

  func store(at file: URL) -> any NewsListDataStore {
    switch self {
    case .file: FileNewsListDataStore(file: file)
    case .sqlite: SQLiteNewsListDataStore(file: file)
    }
  }
}

/// Any kind of store.
enum StoreKind: String, CaseIterable, Codable {
  case memory, file, sqlite

  func store(at file: URL) -> any NewsListDataStore {
    StoredKind(rawValue: rawValue)?.store(at: file) ?? MemoryNewsListDataStore()
  }
}
