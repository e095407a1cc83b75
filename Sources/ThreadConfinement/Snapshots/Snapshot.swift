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

  /// Pins the newest version.
  init(of file: StoreFile) throws(DatabaseError) {
    self.file = file
    connection = try file.takeConnection()
    do throws(DatabaseError) {
      version = try connection.use { (connection) throws(DatabaseError) in
        try connection.run("BEGIN")
        return try connection.value("SELECT version FROM _store")
      }
    } catch {
      connection.rollBack()
      throw error
    }
  }

  deinit {
    connection.rollBack()
    file.giveBack(connection)
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
    // A log that restarts is truncated to this.
    try connection.execute("PRAGMA journal_size_limit = \(StoreFile.longLog)")
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
