public import Foundation

/// One database for all threads, with one writer at a time and concurrent readers.
///
/// A reader sees a snapshot of the database from the time of its first read, even while a write is
/// open and after it commits. Each reader and the writer has its own connection, which is lent to a
/// closure. Closures run on the caller's thread, which blocks until a connection is free.
///
/// A writing thread may read; it sees the last committed state. A reading thread may neither read
/// nor write, and a writing one may not write: each of these traps, because it could deadlock.
public final class DatabasePool: Sendable {
  private let state: Monitor<PoolState>
  private let file: URL
  private let configuration: Connection.Configuration
  private let migrations: [Migration]?

  /// Opens the writer; readers are opened on demand. At most `readerLimit` closures (at least one)
  /// read concurrently; the others wait.
  public convenience init(
    at file: URL, readerLimit: Int = 4, _ configuration: Connection.Configuration = .standard
  ) throws(DatabaseError) {
    self.init(unopened: file, readerLimit: readerLimit, configuration, migrations: nil)
    _ = try takeWriter()
    state.change { $0.returnWriter() }
  }

  /// The writer is opened, and the database migrated, by the first use.
  init(
    unopened file: URL, readerLimit: Int = 4, _ configuration: Connection.Configuration,
    migrations: [Migration]?
  ) {
    self.file = file
    self.configuration = configuration
    self.migrations = migrations
    state = Monitor(PoolState(readerLimit: max(1, readerLimit)))
  }

  /// Closes the readers first, so that the writer closes last and removes the log.
  deinit { state.change { $0.idleReaders = [] } }

  /// Reads from one snapshot of the database, in a read-only transaction: a write throws
  /// `.readOnly`.
  public func read<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    let reader = try takeReader()
    defer { state.change { $0.returnReader(reader) } }
    return try reader.connection.transaction(.deferred) { try body(reader.connection) }
  }

  /// Writes in an immediate transaction, as ``Connection/transaction(_:_:)`` does.
  public func write<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    let writer = try takeWriter()
    defer { state.change { $0.returnWriter() } }
    return try writer.connection.transaction { try body(writer.connection) }
  }

  /// Runs SQL on the writer, outside a transaction, as `VACUUM` requires. A transaction left open
  /// is rolled back, and ``DatabaseError/transactionLeftOpen(path:)`` thrown.
  public func execute(_ script: String) throws(DatabaseError) {
    let writer = try takeWriter()
    defer { state.change { $0.returnWriter() } }
    defer { if writer.connection.isInTransaction { try? writer.connection.execute("ROLLBACK") } }
    try writer.connection.execute(script)
    if writer.connection.isInTransaction {
      throw .transactionLeftOpen(path: writer.connection.path)
    }
  }

  /// Migrates the database to the last version in the list, as ``Connection/migrate(_:)`` does.
  public func migrate(_ migrations: [Migration]) throws(DatabaseError) {
    let writer = try takeWriter()
    defer { state.change { $0.returnWriter() } }
    try writer.connection.migrate(migrations)
  }

  private func takeWriter() throws(DatabaseError) -> PooledConnection {
    if let writer = state.wait(for: { $0.takeWriter() }) { return writer }
    return try openWriter()
  }

  private func takeReader() throws(DatabaseError) -> PooledConnection {
    while true {
      switch state.wait(for: { $0.takeReader() }) {
      case .idle(let reader): return reader
      case .afterWriter:
        _ = try openWriter()
        state.change { $0.returnWriter() }
      case .toBeOpened:
        do throws(DatabaseError) {
          return PooledConnection(try Connection(at: file, configuration.with(\.isReadOnly, true)))
        } catch {
          state.change { $0.returnReader(nil) }
          throw error
        }
      }
    }
  }

  /// Opens the writer on the thread that has the turn. Throwing ends the turn.
  private func openWriter() throws(DatabaseError) -> PooledConnection {
    do throws(DatabaseError) {
      let writer = try opened()
      state.change { $0.writer = writer }
      return writer
    } catch {
      state.change { $0.returnWriter() }
      throw error
    }
  }

  private func opened() throws(DatabaseError) -> PooledConnection {
    let writer = PooledConnection(try Connection(at: file, configuration))
    if let migrations { try writer.connection.migrate(migrations) }
    return writer
  }

  var generation: Int { state.change { $0.generation } }

  /// Waits until no closure runs, closes the connections and calls `remove`, unless the file was
  /// replaced since that generation.
  func replace(
    _ generation: Int, _ remove: () throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    guard let unused = state.wait(for: { $0.takeAll(since: generation) }) else { return }
    defer { state.change { $0.returnWriter() } }
    // A thread that has returned a connection may still be about to release it.
    for pooled in unused { pooled.connection.storage.close() }
    // A file that could not be opened may have been repaired meanwhile.
    if !unused.isEmpty || !isUsable() { try remove() }
    state.change { $0.generation += 1 }
  }

  private func isUsable() -> Bool {
    do throws(DatabaseError) { _ = try opened() } catch { return !error.isDamage }
    return true
  }
}
