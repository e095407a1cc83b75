internal import Foundation
internal import SQLite

/// One version of the file, pinned while referenced. Meanwhile the log keeps all later versions.
final class Snapshot: Sendable {
  /// The number of commits before the version.
  let version: Int64
  let connection: LockedConnection
  let file: StoreFile

  /// The number of complete copies of the log before it was pinned. A snapshot older than the last
  /// copy prevents the log from being restarted.
  let logClearCount: Int

  /// Pins the newest version, on a connection without an open transaction, by default one of the
  /// file's. The snapshot returns it on release; if pinning throws, the connection is discarded.
  init(of file: StoreFile, on idle: LockedConnection? = nil) throws(ConfinedStore.Failure) {
    let connection = if let idle { idle } else { try file.takeConnection() }
    self.file = file
    self.connection = connection
    logClearCount = file.logClearCount
    do throws(ConfinedStore.Failure) {
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
    file.returnConnection(connection)
    file.unpin(version)
  }
}

/// A connection to the file that one thread at a time can use. A frozen copy and its live store
/// share it. The lock is recursive: a computed property in a key path might read the same version.
final class LockedConnection: @unchecked Sendable {
  // Unchecked because `connection` is used only under `lock`.
  private let lock = NSRecursiveLock()
  private let connection: Connection

  init(
    at url: URL, _ configuration: Connection.Configuration, pageLimit: Int?
  ) throws(ConfinedStore.Failure) {
    do throws(DatabaseError) {
      connection = try Connection(at: url, configuration)
      // A restarted log is truncated to this size. Commits do not checkpoint: the stores do.
      try connection.execute(
        "PRAGMA journal_size_limit = \(StoreFile.longLog); PRAGMA wal_autocheckpoint = 0")
      if let pageLimit { try connection.execute("PRAGMA max_page_count = \(pageLimit)") }
    } catch {
      throw .database(error)
    }
  }

  func use<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(ConfinedStore.Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    do throws(DatabaseError) { return try body(connection) } catch { throw .database(error) }
  }

  func rollBack() {
    // A failure can be ignored: the connection is closed or begins another transaction.
    try? use { (db) throws(DatabaseError) in if db.isInTransaction { try db.run("ROLLBACK") } }
  }
}
