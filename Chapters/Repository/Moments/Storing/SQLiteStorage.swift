import Foundation
import SQLite

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
