import Foundation
import SQLite

/// Moments in a database, as JSON under a key.
struct SQLitePersistentDataStore: KeyedDataStore {
  let stored: StoredMoments
}

extension SQLitePersistentDataStore {
  /// Opens the database, which is made if there is none, and reads the key at once. What cannot be
  /// opened is told by `errors`.
  init(file: URL, key: String = StoredMoments.defaultKey, coding: MomentsCoding = .json) {
    let place = "database \(file.resolvedPath)"
    let values = ObservableValues.shared(at: place) { SQLiteStorage(file: file) }
    stored = StoredMoments(values, key: key, coding: coding)
  }
}
