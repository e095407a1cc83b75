internal import Foundation
internal import SQLite

/// One version of the file, pinned as long as a reference to it exists.
///
/// The live store, its frozen copies and references of that version share it. As long as it exists,
/// the write-ahead log keeps all later versions, and grows.
final class Snapshot: Sendable {
  /// The number of the version: the number of commits before it.
  let version: Int64
  let connection: LockedConnection
  let file: StoreFile

  /// How often the log was copied completely before. A snapshot from before the last time keeps the
  /// log from being restarted.
  let logClearCount: Int

  /// Pins the newest version, on a connection of its own.
  convenience init(of file: StoreFile) throws(DatabaseError) {
    try self.init(of: file, on: try file.takeConnection())
  }

  /// Pins the newest version.
  ///
  /// - Parameters:
  ///   - file: the file of the version.
  ///   - connection: has no open transaction; the snapshot gives it back to the file when it is
  ///     released.
  /// - Throws: the database's error; the connection is not used again.
  init(of file: StoreFile, on connection: LockedConnection) throws(DatabaseError) {
    self.file = file
    self.connection = connection
    logClearCount = file.logClearCount
    do throws(DatabaseError) {
      version = try connection.use { (connection) throws(DatabaseError) in
        try connection.run("BEGIN")
        return try connection.value("SELECT version FROM _store")
      }
    } catch {
      connection.rollBack()
      throw error
    }
    file.pin(version)
  }

  deinit {
    connection.rollBack()
    file.giveBack(connection)
    file.unpin(version)
  }
}

/// One connection to the file, which one thread at a time uses.
///
/// A frozen copy and the live store from which it was made share the connection of their version,
/// so it has a lock. The lock is recursive because a key path that reads a computed property might
/// read the same version.
final class LockedConnection: @unchecked Sendable {
  // Unchecked because `connection` is used under `lock` only.
  private let lock = NSRecursiveLock()
  private let connection: Connection

  init(
    at url: URL, busyTimeout: Duration, pageLimit: Int?
  ) throws(DatabaseError) {
    connection = try Connection(at: url, .standard.with(\.busyTimeout, busyTimeout))
    // A log that restarts is truncated to this. Commits copy none of it: the stores do.
    try connection.execute(
      "PRAGMA journal_size_limit = \(StoreFile.longLog); PRAGMA wal_autocheckpoint = 0")
    if let pageLimit { try connection.execute("PRAGMA max_page_count = \(pageLimit)") }
  }

  /// Calls the closure with exclusive use of the connection.
  func use<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(connection)
  }

  /// Rolls back the open transaction, if there is one.
  func rollBack() {
    lock.lock()
    defer { lock.unlock() }
    // A failure here has no consequence: the connection is closed or begins another transaction.
    if connection.isInTransaction { try? connection.run("ROLLBACK") }
  }
}
