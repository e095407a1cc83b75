internal import Foundation
internal import SQLite

/// A connection, which one thread at a time may use, to a database that others change too.
final class SharedDatabase {
  private let connection: Connection
  /// What SQLite counts: the commits of other connections.
  private var version: Int

  /// Opens the database, and makes it if it is missing.
  ///
  /// - Throws: ``DatabaseError``, which names the file.
  init(at url: URL) throws(DatabaseError) {
    connection = try Connection(at: url)
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS stored_value (key TEXT PRIMARY KEY, json TEXT NOT NULL)")
    version = try connection.value("PRAGMA data_version")
  }

  /// Whether other connections have committed since this was last asked, or SQLite does not say so.
  func takeChanges() -> Bool {
    do throws(DatabaseError) {
      let now: Int = try connection.value("PRAGMA data_version")
      defer { version = now }
      return now != version
    } catch {
      return true
    }
  }

  /// What is stored; nil for nothing.
  func json(_ key: String) throws(DatabaseError) -> String? {
    try connection.first("SELECT json FROM stored_value WHERE key = ?", key) {
      row throws(DatabaseError) -> String in try row[0]
    }
  }

  /// Stores it, or deletes the row for nil.
  func set(_ key: String, _ json: String?) throws(DatabaseError) {
    if let json {
      try connection.run("REPLACE INTO stored_value VALUES (?, ?)", key, json)
    } else {
      try connection.run("DELETE FROM stored_value WHERE key = ?", key)
    }
  }
}
