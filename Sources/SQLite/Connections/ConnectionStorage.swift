internal import CSQLite

/// The storage of a connection. A class, because lending a statement mutates the cache, while a
/// borrowed connection is immutable. It never escapes its connection.
@usableFromInline
final class ConnectionStorage {
  let handle: OpaquePointer
  /// The number of nested `transaction` closures that are running.
  var depth = 0
  private var cache = StatementCache()
  private var isClosed = false

  init(path: String, _ configuration: Connection.Configuration) throws(DatabaseError) {
    let creating = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let access = configuration.isReadOnly ? SQLITE_OPEN_READONLY : creating
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = DatabaseError.failure(code, on: opened, path: path)
      // SQLite creates a handle even if it cannot open the file, to report the reason.
      sqlite3_close_v2(opened)
      throw error
    }
    let milliseconds = configuration.busyTimeout / .milliseconds(1)
    sqlite3_busy_timeout(opened, Int32(min(max(0, milliseconds), Double(Int32.max))))
    // Apple's SQLite would keep the files `-wal` and `-shm` when the last connection closes.
    var keepsLog: Int32 = 0
    sqlite3_file_control(opened, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
    handle = opened
  }

  deinit { close() }

  /// Closes the connection before the last reference is released; it is not used afterwards.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    sqlite3_close_v2(handle)
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Throws in a transaction that has ended, where each later statement would commit on its own.
  func checkTransaction() throws(DatabaseError) {
    guard depth == 0 || isInTransaction else {
      throw .transactionEnded(path: DatabaseError.path(of: handle))
    }
  }

  /// Lends a cached statement to the closure, with its former bindings.
  @inlinable
  func lend<Result>(
    _ sql: String, to body: (inout Statement) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let cached = try statement(for: sql)
    defer { cached.finish() }
    return try body(&cached.statement)
  }

  @usableFromInline
  func statement(for sql: String) throws(DatabaseError) -> CachedStatement {
    try checkTransaction()
    if let cached = cache.take(sql) { return cached }
    let cached = CachedStatement(try Statement(sql, on: handle), sql: sql)
    cache.insert(cached)
    return cached
  }
}
