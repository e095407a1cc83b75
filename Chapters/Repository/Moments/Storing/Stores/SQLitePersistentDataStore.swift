import Foundation
import SQLite

/// Moments in a database, as JSON under a key.
struct SQLitePersistentDataStore: KeyedDataStore {
  let stored: StoredMoments
}

extension SQLitePersistentDataStore {
  /// Opens the database, which is made if there is none, and reads the key at once.
  ///
  /// - Throws: ``DatabaseError`` when the file cannot be opened or is no database.
  init(
    file: URL, key: String = StoredMoments.defaultKey, coding: MomentsCoding = .json
  ) throws(DatabaseError) {
    let place = "database \(file.resolvingSymlinksInPath().path)"
    let values = try ObservableValues.shared(at: place) { () throws(DatabaseError) in
      try SQLiteStorage(file: file)
    }
    stored = StoredMoments(values, key: key, coding: coding)
  }
}
