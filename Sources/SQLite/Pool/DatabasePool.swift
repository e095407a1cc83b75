public import Foundation

/// One database for all threads, with one writer at a time and readers that run concurrently with
/// it.
///
/// A reader sees a snapshot of the database from the time of its first read, even while a write is
/// open and after it commits; the write-ahead log makes that possible. Each reader and the writer
/// has its own connection, which is lent to a closure and cannot escape it. Closures run on the
/// caller's thread, which blocks until a connection is free.
///
/// A thread that is writing may read; it sees the last committed state. A thread that is reading may
/// neither read nor write, and one that is writing may not write: each of these traps, because it
/// could deadlock.
public final class DatabasePool: @unchecked Sendable {
  // Unchecked because `state` is accessed only under `condition`, and a connection only by the
  // thread that took it.
  let condition = NSCondition()
  var state: PoolState
  let file: URL
  let readerConfiguration: Connection.Configuration

  /// Opens the writer, always with a write-ahead log; readers are opened on demand. At most
  /// `readerLimit` closures (at least one) read concurrently; the others wait.
  ///
  /// - Throws: An error from opening a ``Connection``.
  public init(
    at file: URL, readerLimit: Int = 4, _ configuration: Connection.Configuration = .standard
  ) throws(DatabaseError) {
    let writer = try Connection(at: file, configuration.with(\.journal, .wal))
    state = PoolState(writer: PooledConnection(writer), readerLimit: max(1, readerLimit))
    self.file = file
    readerConfiguration = configuration.with(\.access, .readOnly)
  }

  /// Closes the readers first, so that the writer closes last and removes the log.
  deinit { state.idleReaders = [] }

  // MARK: Reading and writing

  /// Reads from one snapshot of the database, in a read-only transaction.
  ///
  /// - Throws: An error of SQLite, which is `.readOnly` for a write, or an error of the closure.
  public func read<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    let reader = try takeReader()
    defer { change { $0.returnReader(reader) } }
    return try reader.connection.transaction(.deferred) { try body(reader.connection) }
  }

  /// Writes in an immediate transaction, which is committed as a whole or rolled back.
  ///
  /// - Throws: An error of ``Connection/transaction(_:_:)``.
  public func write<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    try withWriter { connection in try connection.transaction { try body(connection) } }
  }

  /// Lends the writer without a transaction, for `VACUUM`, migrations and other statements that
  /// SQLite refuses in one.
  ///
  /// - Throws: ``DatabaseError/transactionLeftOpen(path:)`` if the closure leaves a transaction
  ///   open, or an error of the closure.
  public func withWriter<Result>(
    _ body: (borrowing Connection) throws -> Result
  ) throws -> Result {
    try withWriter(failure: { $0 }, body)
  }

  /// Migrates the database to the last version in the list.
  ///
  /// - Throws: An error of ``Connection/migrate(_:)``.
  public func migrate(_ migrations: [Migration]) throws(DatabaseError) {
    try withWriter(failure: { $0 }) { (connection) throws(DatabaseError) in
      try connection.migrate(migrations)
    }
  }
}

// Waiting for a connection, and returning it to the pool.
extension DatabasePool {
  private func withWriter<Result, Failure: Error>(
    failure: (DatabaseError) -> Failure,
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let writer = wait { $0.takeWriter() }
    defer { change { $0.returnWriter() } }
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) { outcome = .success(try body(writer.connection)) } catch {
      outcome = .failure(error)
    }
    guard writer.connection.isInTransaction else { return try outcome.get() }
    writer.connection.abandonTransaction()
    _ = try outcome.get()
    throw failure(.transactionLeftOpen(path: writer.connection.path))
  }

  /// Takes an idle reader, or opens one outside the lock.
  private func takeReader() throws(DatabaseError) -> PooledConnection {
    switch wait(for: { $0.takeReader() }) {
    case .idle(let reader): return reader
    case .toBeOpened:
      do throws(DatabaseError) {
        return PooledConnection(try Connection(at: file, readerConfiguration))
      } catch {
        change { $0.returnReader(nil) }
        throw error
      }
    }
  }

  /// Waits until `take` returns a value.
  private func wait<Taken>(for take: (inout PoolState) -> Taken?) -> Taken {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let taken = take(&state) { return taken }
      condition.wait()
    }
  }

  private func change(_ change: (inout PoolState) -> Void) {
    condition.lock()
    defer { condition.unlock() }
    change(&state)
    condition.broadcast()
  }
}
