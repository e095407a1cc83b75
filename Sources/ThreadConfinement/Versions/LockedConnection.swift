internal import Foundation
internal import SQLite

/// One connection to the file, which one thread at a time uses.
///
/// A frozen copy and the live store that it was made of share the connection of their version, so it
/// has a lock. The lock is recursive because a key path that reads a computed property might read the same version.
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

  /// Lends the connection to the closure.
  func use<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(connection)
  }

  /// Ends whatever transaction is open, and changes nothing.
  func rollBack() {
    lock.lock()
    defer { lock.unlock() }
    // A failure here has no consequence: the connection is closed or begins another transaction.
    if connection.isInTransaction { try? connection.run("ROLLBACK") }
  }
}
