import Foundation
import SQLite

/// A table of keys and bytes in a database, which is opened at the first use.
///
/// A file that is damaged, or that is no database, is left as it is by reading and replaced by the next
/// write.
struct SQLiteStorage: KeyValueStorage {
  private let database: RepairableDatabase

  /// - Parameter file: where the database is, or will be.
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
