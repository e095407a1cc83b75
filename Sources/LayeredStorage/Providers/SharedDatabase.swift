internal import Foundation
internal import SQLite

/// A connection to a database that others change too.
final class SharedDatabase {
  private let connection: Connection
  /// SQLite's count of the commits of other connections; nil if it cannot be read.
  private var version: Int?
  private var hasUntakenChanges = false

  /// Opens the database, and makes it if it is missing.
  ///
  /// - Throws: ``DatabaseError``, which names the file.
  init(at url: URL) throws(DatabaseError) {
    connection = try Connection(at: url)
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS stored_value (key TEXT PRIMARY KEY, json TEXT NOT NULL)")
    version = try connection.value("PRAGMA data_version")
  }

  /// Whether other connections have committed since the last call.
  ///
  /// A database that cannot be read any more counts as changed once. More often would not do: a handler that reads it
  /// would be called from its own call without end.
  func takeChanges() -> Bool {
    let now: Int? = try? connection.value("PRAGMA data_version")
    defer { (version, hasUntakenChanges) = (now, false) }
    return now != version || hasUntakenChanges
  }

  /// Lets the next ``takeChanges()`` return true.
  func keepChanges() { hasUntakenChanges = true }

  /// The stored value; nil for none.
  func json(_ key: String) throws(DatabaseError) -> String? {
    try connection.first("SELECT json FROM stored_value WHERE key = ?", key)
  }

  /// Stores a value, or deletes the row for nil.
  func set(_ key: String, _ json: String?) throws(DatabaseError) {
    if let json {
      try connection.run("REPLACE INTO stored_value VALUES (?, ?)", key, json)
    } else {
      try connection.run("DELETE FROM stored_value WHERE key = ?", key)
    }
  }
}
