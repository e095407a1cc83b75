public import SQLite

/// A write that has begun: the connection that it goes through, and what its rows are marked with.
@usableFromInline
struct WriteTransaction: Sendable {
  let connection: LockedConnection
  let file: StoreFile
  /// The version that its commit makes.
  @usableFromInline let number: Int64
  /// The serial of the row that was added last.
  @usableFromInline var serial: Int64
  var assigned = AssignedColumns.Commit()
  /// Whether anything was written, or tried.
  var hasChanges = false

  /// Begins on a new connection; the turn is the caller's already.
  init(of file: StoreFile) throws(DatabaseError) {
    let connection = try file.takeConnection()
    do throws(DatabaseError) {
      (number, serial) = try connection.use {
        (connection) throws(DatabaseError) -> (Int64, Int64) in
        try connection.run("BEGIN IMMEDIATE")
        return try connection.first("SELECT version + 1, serial FROM _store") ?? (1, 0)
      }
    } catch {
      connection.rollBack()
      throw error
    }
    serial = max(serial, file.lastSerial)
    self.connection = connection
    self.file = file
  }

  /// Uses the connection, if SQLite has not ended the transaction by itself, as it does when the disk is
  /// full: what followed would be stored one by one.
  @usableFromInline
  func run<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try connection.use { (connection) throws(DatabaseError) in
      guard connection.isInTransaction else { throw .transactionEnded(path: connection.path) }
      return try body(connection)
    }
  }

  /// Commits and gives the turn away; when that fails nothing of the write is left.
  func commit() throws(DatabaseError) {
    // Before the commit, since another store may read the new version as soon as it exists.
    file.remember(assigned, version: number)
    do throws(DatabaseError) {
      try run { (connection) throws(DatabaseError) in
        try connection.run("UPDATE _store SET version = ?, serial = ?", number, serial)
        try connection.run("COMMIT")
      }
    } catch {
      file.forget(version: number)
      abandon()
      throw error
    }
    end()
  }

  /// Rolls back and gives the turn away.
  func abandon() {
    connection.rollBack()
    end()
  }

  private func end() {
    file.lastSerial = serial
    file.giveBack(connection)
    file.writerQueue.give()
  }
}
