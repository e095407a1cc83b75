public import Foundation

/// One database for all threads, with one writer at a time and concurrent readers.
///
/// A reader sees a snapshot of the database from the time of its first read, even while a write is
/// open and after it commits. Each reader and the writer has its own connection, which is lent to a
/// closure. Closures run on the caller's thread, which blocks until a connection is free.
///
/// A thread that is writing may read; it sees the last committed state. A thread that is reading may
/// neither read nor write, and one that is writing may not write: each of these traps, because it
/// could deadlock.
public final class DatabasePool: Sendable {
  private let state: Monitor<PoolState>
  private let file: URL
  private let readerConfiguration: Connection.Configuration

  /// Opens the writer; readers are opened on demand. At most `readerLimit` closures (at least one)
  /// read concurrently; the others wait.
  public init(
    at file: URL, readerLimit: Int = 4, _ configuration: Connection.Configuration = .standard
  ) throws(DatabaseError) {
    let writer = PooledConnection(try Connection(at: file, configuration))
    state = Monitor(PoolState(writer: writer, readerLimit: max(1, readerLimit)))
    self.file = file
    readerConfiguration = configuration.with(\.isReadOnly, true)
  }

  /// Closes the readers first, so that the writer closes last and removes the log.
  deinit { state.change { $0.idleReaders = [] } }

  // MARK: Reading and writing

  /// Reads from one snapshot of the database, in a read-only transaction.
  ///
  /// - Throws: An error of SQLite, which is `.readOnly` for a write, or an error of the closure.
  public func read<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    let reader = try takeReader()
    defer { state.change { $0.returnReader(reader) } }
    return try reader.connection.transaction(.deferred) { try body(reader.connection) }
  }

  /// Writes in an immediate transaction, as ``Connection/transaction(_:_:)`` does.
  public func write<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    try withWriter { connection in try connection.transaction { try body(connection) } }
  }

  /// Runs SQL on the writer, outside a transaction, as `VACUUM` requires.
  ///
  /// - Throws: An error of ``Connection/execute(_:)``, or
  ///   ``DatabaseError/transactionLeftOpen(path:)``; an open transaction is rolled back.
  public func execute(_ script: String) throws(DatabaseError) {
    try withWriter { (connection) throws(DatabaseError) in
      defer { if connection.isInTransaction { try? connection.execute("ROLLBACK") } }
      try connection.execute(script)
      if connection.isInTransaction { throw .transactionLeftOpen(path: connection.path) }
    }
  }

  /// Migrates the database to the last version in the list, as ``Connection/migrate(_:)`` does.
  public func migrate(_ migrations: [Migration]) throws(DatabaseError) {
    try withWriter { (connection) throws(DatabaseError) in try connection.migrate(migrations) }
  }

  private func withWriter<Result, Failure: Error>(
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let writer = state.wait { $0.takeWriter() }
    defer { state.change { $0.returnWriter() } }
    return try body(writer.connection)
  }

  /// Takes an idle reader, or opens one outside the lock.
  private func takeReader() throws(DatabaseError) -> PooledConnection {
    switch state.wait(for: { $0.takeReader() }) {
    case .idle(let reader): return reader
    case .toBeOpened:
      do throws(DatabaseError) {
        return PooledConnection(try Connection(at: file, readerConfiguration))
      } catch {
        state.change { $0.returnReader(nil) }
        throw error
      }
    }
  }
}
