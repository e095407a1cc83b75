import Foundation
import SQLite

/// A table of keys and bytes in a database.
struct SQLiteStorage: KeyValueStorage {
  private let pool: DatabasePool

  /// Opens the file and makes the table if there is none.
  ///
  /// - Throws: what opening throws; a file that is no database is left as it is.
  init(file: URL) throws(DatabaseError) {
    pool = try DatabasePool(at: file)
    try pool.migrate([
      Migration(
        "values under keys",
        sql: "CREATE TABLE stored (key TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID")
    ])
  }

  func data(forKey key: String) throws -> Data? {
    try pool.read { (connection) throws(DatabaseError) in
      try connection.first("SELECT data FROM stored WHERE key = ?", key) {
        (row) throws(DatabaseError) in try row[0] as Data
      }
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    try pool.write { (connection) throws(DatabaseError) in
      try connection.run(
        """
        INSERT INTO stored (key, data) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET data = excluded.data
        """, key, data)
    }
  }
}
