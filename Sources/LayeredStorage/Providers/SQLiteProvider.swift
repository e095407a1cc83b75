internal import Concurrency
public import Foundation
public import SQLite

/// A value in a row of a SQLite database, as JSON under a key.
///
/// A nil value of an Optional is stored as no row. Commits of other connections are detected by
/// polling: each read of the value, or of a chain above it, queries SQLite for them. File events
/// would come too early, because a commit is written to the file before it is visible to readers.
/// Replacing or removing the file is not detected, because SQLite keeps the old file open.
public final class SQLiteProvider<Value: Codable & Sendable>: SynchronizedDataProviding {
  public let valueBeModifiedHandlers = ChangeHandlers()
  private let path: String
  private let key: String
  private let database: Locked<SharedDatabase>

  /// Opens the database, which is created if it does not exist.
  ///
  /// - Throws: ``DatabaseError``, which names the file.
  public init(url: URL, key: String = "value") throws(DatabaseError) {
    path = url.absoluteURL.path(percentEncoded: false)
    self.key = key
    database = Locked(try SharedDatabase(at: url))
    valueBeModifiedHandlers.onPoll { [weak self] in self?.check() }
    valueBeModifiedHandlers.setPolled(true)
  }

  public var hasValue: Bool {
    get throws(SQLiteProviderError) {
      try database.withLock { (database) throws(SQLiteProviderError) in try json(in: database) }
        != nil
    }
  }

  /// Reads the row. The call blocks while a write of the provider waits for another process.
  public func getValue() throws(SQLiteProviderError) -> Value {
    let (read, isChanged) = database.withLock { database in
      let read = Result { () throws(SQLiteProviderError) in try json(in: database) }
      // Checked after the read, to notify the provider's other users of the change it returns.
      return (read, takeChanges(of: database))
    }
    if isChanged { valueBeModifiedHandlers.callHandlers() }
    let stored = try read.get()
    return try StoredForm.decode(stored.map { Data($0.utf8) }, orThrow: failure)
  }

  /// Replaces the row, or deletes it for nil.
  public func setValue(_ value: Value) throws(SQLiteProviderError) {
    let json = try StoredForm.encode(value, orThrow: failure)
      .map { String(decoding: $0, as: UTF8.self) }
    try database.withLock { database throws(SQLiteProviderError) in
      do throws(DatabaseError) { try database.set(key, json) } catch { throw .database(error) }
      valueBeModifiedHandlers.advance()
    }
    valueBeModifiedHandlers.callHandlers()
  }

  /// Reports commits of other connections.
  private func check() {
    if database.withLock({ takeChanges(of: $0) }) { valueBeModifiedHandlers.callHandlers() }
  }

  /// Counts commits of other connections. Under the database's lock, so that no other thread reads
  /// the new value while a chain above still counts as up to date.
  private func takeChanges(of database: SharedDatabase) -> Bool {
    let isChanged = database.takeChanges()
    if isChanged { valueBeModifiedHandlers.advance() }
    return isChanged
  }

  private func json(in database: SharedDatabase) throws(SQLiteProviderError) -> String? {
    do throws(DatabaseError) { return try database.json(key) } catch { throw .database(error) }
  }

  private func failure(_ cause: StoredValueError) -> SQLiteProviderError {
    .value(cause, path: path, key: key)
  }
}

/// A value could not be read from a database, or stored in it.
public enum SQLiteProviderError: Error, Equatable, CustomStringConvertible, LocalizedError {
  /// SQLite could not read or write.
  case database(DatabaseError)
  /// The row does not hold a value of this type, or the value cannot be stored.
  case value(StoredValueError, path: String, key: String)

  public var description: String {
    switch self {
    case .database(let error): "\(error)"
    case .value(let cause, let path, let key): cause.sentence(about: "row \(key) of \(path)")
    }
  }

  public var errorDescription: String? { description }
}

/// A connection to a database that other connections also change.
final class SharedDatabase {
  private let connection: Connection
  /// SQLite's counter of commits by other connections; nil if it cannot be read.
  private var version: Int?

  /// Opens the database, which is created if it does not exist.
  ///
  /// - Throws: ``DatabaseError``, which names the file.
  init(at url: URL) throws(DatabaseError) {
    connection = try Connection(at: url)
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS stored_value (key TEXT PRIMARY KEY, json TEXT NOT NULL)")
    version = dataVersion
  }

  /// Whether other connections committed since the last call. A database that became unreadable
  /// counts as changed only once: otherwise a handler that reads it would call itself forever.
  func takeChanges() -> Bool {
    let now = dataVersion
    return exchange(&version, with: now) != now
  }

  private var dataVersion: Int? { try? connection.value("PRAGMA data_version") }

  /// The stored value; nil for none.
  func json(_ key: String) throws(DatabaseError) -> String? {
    try connection.first("SELECT json FROM stored_value WHERE key = ?", key)
  }

  /// Stores a value, or deletes the row for nil. An earlier commit, which this one replaces, no
  /// longer counts as a change.
  func set(_ key: String, _ json: String?) throws(DatabaseError) {
    let replaced = dataVersion
    if let json {
      try connection.run("REPLACE INTO stored_value VALUES (?, ?)", key, json)
    } else {
      try connection.run("DELETE FROM stored_value WHERE key = ?", key)
    }
    version = replaced
  }
}
