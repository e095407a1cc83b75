internal import Concurrency
package import Foundation
package import Observing
internal import SQLite

/// Users in an SQLite file, with a thread that writes and one that reads, each with its own
/// connection. The file is in WAL mode, so reads do not wait for writes.
package final class UserDatabase: UserDataAccess {
  package enum Step: Hashable, Sendable {
    case read
    case write
    /// A row is converted to a raw model.
    case conversion(Int64)
  }

  private let writer: ThreadPool
  private let reader: ThreadPool
  /// Nil once the threads have ended, so that the connections close before ``close()`` returns.
  private let pool: Locked<DatabasePool?>
  private let reading = Locked<TransactionRows?>(nil)
  /// The latest event. It is set on `dal.write` only, in the order of the commits.
  private let latestEvent = ObservableValue(DataEvent.refresh(rows: 0))
  private let log: (@Sendable (Step) -> Void)?

  /// Opens the file, which is created if it does not exist, and migrates it; if that throws, tables
  /// and rows are unchanged. A write waits that long for one of another program, in whole
  /// milliseconds. `log` is called before each step, on its thread.
  package convenience init(
    at file: URL, busyTimeout: Duration = .seconds(5), log: (@Sendable (Step) -> Void)? = nil
  ) throws(DataAccessError) {
    try self.init(at: file, busyTimeout: busyTimeout, log: log, migrations: Self.migrations)
  }

  init(
    at file: URL, busyTimeout: Duration, log: (@Sendable (Step) -> Void)? = nil,
    migrations: [Migration]
  ) throws(DataAccessError) {
    do throws(DatabaseError) {
      let connections = try DatabasePool(at: file, .standard.with(\.busyTimeout, busyTimeout))
      try connections.migrate(migrations)
      pool = Locked(connections)
    } catch {
      throw DataAccessError(error)
    }
    let reader = ThreadPool(name: "dal.read")
    self.reader = reader
    // Called after the last write, because completions of writes may read until then.
    writer = ThreadPool(
      name: "dal.write",
      onEnd: { [pool] in
        reader.finish()
        reader.join()
        let released = pool.withLock { $0.take() }
        withExtendedLifetime(released) {}
      })
    self.log = log
  }

  static let migrations = [
    Migration("users", sql: "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
  ]

  // Releasing `writer` finishes it: pending operations still run, and then the connections close.

  package func close() {
    writer.finish()
    guard !reader.isCurrent else { return }
    writer.join()
  }

  package func observe(
    on place: CompletionPlace, _ handler: @escaping @Sendable (DataEvent) -> Void
  ) -> Binding {
    // An event in flight is dropped when the binding has ended.
    let isActive = Locked(true)
    let binding = latestEvent.observe { change in
      place.run { if isActive.withLock({ $0 }) { handler(change.new) } }
    }
    return Binding {
      isActive.withLock { $0 = false }
      binding.end()
    }
  }
}

extension UserDatabase {
  package func read<Value: Sendable>(
    _ steps: @escaping Steps<Value>
  ) throws(DataAccessError) -> Value {
    try run(on: reader) { [self] in readNow(steps) }
  }

  package func write<Value: Sendable>(
    _ steps: @escaping Steps<Value>
  ) throws(DataAccessError) -> Value {
    try checkThread()
    return try run(on: writer) { [self] in writeNow(steps) }
  }

  package func read<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>
  ) {
    run(on: reader, { [self] in readNow(steps) }, completingOn: place, completion)
  }

  package func write<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>
  ) {
    run(on: writer, { [self] in writeNow(steps) }, completingOn: place, completion)
  }

  /// Runs SQL on the writer's connection, outside a transaction. `PRAGMA query_only = ON` makes the
  /// database refuse writes.
  package func runOnWriter(_ script: String) throws(DataAccessError) {
    try checkThread()
    try run(on: writer) { [self] in result { try openPool.execute(script) } }
  }

  private func run<Value: Sendable>(
    on threads: ThreadPool, _ work: @escaping @Sendable () -> Result<Value, DataAccessError>
  ) throws(DataAccessError) -> Value {
    guard let result = threads.sync(work) else { throw DataAccessError(.closed) }
    return try result.get()
  }

  private func run<Value: Sendable>(
    on threads: ThreadPool, _ work: @escaping @Sendable () -> Result<Value, DataAccessError>,
    completingOn place: CompletionPlace, _ completion: @escaping Completion<Value>
  ) {
    let isAccepted = threads.async {
      let result = work()
      place.run { completion(result) }
    }
    if !isAccepted { place.run { completion(.failure(DataAccessError(.closed))) } }
  }

  /// A synchronous write on the database's own threads could deadlock.
  private func checkThread() throws(DataAccessError) {
    if writer.isCurrent { throw DataAccessError(.onWriteThread) }
    if reader.isCurrent { throw DataAccessError(.onReadThread) }
  }
}

extension UserDatabase {
  /// Runs the steps on `dal.read`; nested steps run in the outer transaction.
  private func readNow<Value: Sendable>(_ steps: Steps<Value>) -> Result<Value, DataAccessError> {
    log?(.read)
    if let rows = reading.withLock({ $0 }) { return result { try steps(rows) } }
    return result {
      try openPool.read { (connection) throws -> Value in
        try TransactionRows.lend(of: connection, log) { rows in
          reading.withLock { $0 = rows }
          defer { reading.withLock { $0 = nil } }
          return try steps(rows)
        }
      }
    }
  }

  private func writeNow<Value: Sendable>(_ steps: Steps<Value>) -> Result<Value, DataAccessError> {
    log?(.write)
    let written = result {
      try openPool.write { (connection) throws -> (value: Value, changes: [DataEvent]) in
        try TransactionRows.lend(of: connection, log) { rows in
          (value: try steps(rows), changes: rows.changes)
        }
      }
    }
    return written.map { value, changes in
      for event in DataEvent.events(of: changes) { latestEvent.value = event }
      return value
    }
  }

  private var openPool: DatabasePool {
    guard let pool = pool.withLock({ $0 }) else { fatalError("a thread outlived its connections") }
    return pool
  }

  private func result<Value>(_ work: () throws -> Value) -> Result<Value, DataAccessError> {
    do {
      return .success(try work())
    } catch let error as DataAccessError {
      return .failure(error)
    } catch let error as DatabaseError {
      return .failure(DataAccessError(error))
    } catch {
      return .failure(DataAccessError(.abandoned, details: "\(error)"))
    }
  }
}
