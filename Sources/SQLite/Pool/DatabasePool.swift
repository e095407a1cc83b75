public import Foundation

/// One database for all threads: one writer at a time, and readers that go on meanwhile.
///
/// Each reader sees the database as it stood when its closure first read, also while a write is open
/// and after it is committed: that is what the write-ahead log is for. Readers and the writer have
/// connections of their own, which are lent to closures and cannot leave them. Closures run on the
/// caller's thread, which waits for its turn.
///
/// A thread that writes may read, and sees what was committed before. A thread that reads may neither
/// read nor write again before it has finished, and one that writes may not write again: each could
/// wait for itself, so each ends the program with a message.
public final class DatabasePool: @unchecked Sendable {
  // Unchecked because `state` is reached under `condition` only, and a connection only by the thread
  // that took it out of there.
  let condition = NSCondition()
  var state: PoolState
  let file: URL
  let readerConfiguration: Connection.Configuration

  /// Opens the writer, with a write-ahead log whatever the configuration says; readers are opened
  /// when they are needed. At most `readerLimit` closures read at the same time, at least one; the
  /// others wait.
  ///
  /// - Throws: what opening a ``Connection`` throws.
  public init(
    at file: URL, readerLimit: Int = 4, _ configuration: Connection.Configuration = .standard
  ) throws(DatabaseError) {
    let writer = try Connection(at: file, configuration.with(\.journal, .wal))
    state = PoolState(writer: PooledConnection(writer), readerLimit: max(1, readerLimit))
    self.file = file
    readerConfiguration = configuration.with(\.access, .readOnly)
  }

  /// Readers go first, so that the writer is the last to close and tidies up the log.
  deinit { state.idleReaders = [] }

  // MARK: Reading and writing

  /// Reads from one state of the database, in a transaction that cannot write.
  ///
  /// - Throws: what SQLite says, `.readOnly` for a write, or what the closure throws.
  public func read<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try read(failure: { $0 }, body)
  }

  /// The same, for closures that throw errors of their own.
  public func read<Result>(
    _ body: (borrowing Connection) throws -> Result
  ) throws -> Result {
    try read(failure: { $0 }, body)
  }

  /// Writes in an immediate transaction: all or nothing.
  ///
  /// - Throws: what ``Connection/transaction(_:_:)`` throws.
  public func write<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try withWriter { (connection) throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in try body(connection) }
    }
  }

  /// The same, for closures that throw errors of their own.
  public func write<Result>(
    _ body: (borrowing Connection) throws -> Result
  ) throws -> Result {
    try withWriter { connection in try connection.transaction { try body(connection) } }
  }

  /// Lends the writer without a transaction, for what SQLite refuses in one: `VACUUM`, migrations.
  ///
  /// - Throws: ``DatabaseError/transactionLeftOpen(path:)`` if the closure leaves one open, or what
  ///   the closure throws.
  public func withWriter<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try withWriter(failure: { $0 }, body)
  }

  /// The same, for closures that throw errors of their own.
  public func withWriter<Result>(
    _ body: (borrowing Connection) throws -> Result
  ) throws -> Result {
    try withWriter(failure: { $0 }, body)
  }

  /// Brings the database to the version that the list ends with.
  ///
  /// - Throws: what ``Connection/migrate(_:)`` throws.
  public func migrate(_ migrations: [Migration]) throws(DatabaseError) {
    try withWriter { (connection) throws(DatabaseError) in try connection.migrate(migrations) }
  }
}

// How a closure waits for a connection, and what happens after it has returned.
extension DatabasePool {
  func read<Result, Failure: Error>(
    failure: (DatabaseError) -> Failure,
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reader: PooledConnection
    do throws(DatabaseError) { reader = try takeReader() } catch { throw failure(error) }
    defer { change { $0.giveBack(reader) } }
    return try reader.connection.transaction(.deferred, failure: failure) { () throws(Failure) in
      try body(reader.connection)
    }
  }

  func withWriter<Result, Failure: Error>(
    failure: (DatabaseError) -> Failure,
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let writer = wait { $0.takeWriter() }
    defer { change { $0.giveBackWriter() } }
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) { outcome = .success(try body(writer.connection)) } catch {
      outcome = .failure(error)
    }
    guard writer.connection.isInTransaction else { return try outcome.get() }
    writer.connection.abandonTransaction()
    _ = try outcome.get()
    throw failure(.transactionLeftOpen(path: writer.connection.path))
  }

  /// Takes an idle reader, or opens one, outside the lock.
  private func takeReader() throws(DatabaseError) -> PooledConnection {
    switch wait(for: { $0.takeReader() }) {
    case .idle(let reader): return reader
    case .toBeOpened:
      do throws(DatabaseError) {
        return PooledConnection(try Connection(at: file, readerConfiguration))
      } catch {
        change { $0.giveBack(nil) }
        throw error
      }
    }
  }

  /// Waits until the state has something to give.
  private func wait<Given>(for take: (inout PoolState) -> Given?) -> Given {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let given = take(&state) { return given }
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
