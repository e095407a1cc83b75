public import Concurrency
public import Dispatch
public import Foundation
public import Observing

/// What the data access layer offers to the service: rows, and no business logic.
///
/// Each operation of ``UserRows`` is available in both ways. Called on the database itself, it runs
/// synchronously, in a transaction of its own, and throws. Inside of `read` and `write` it runs in one
/// transaction with its neighbours, and their asynchronous forms return at once:
/// ```swift
/// try users.save(user)
/// users.write(completingOn: .main) { rows in try rows.save(user) } completion: { result in … }
/// ```
///
/// Writes run on one thread, `dal.write`, in the order of the calls. Reads run on others, `dal.read`,
/// and continue while a write is open: they see what was committed before. So a read that has to see
/// an asynchronous write belongs in the completion of that write.
///
/// A synchronous write on `dal.write` would wait for itself, and one on `dal.read` for a thread that may
/// be waiting for it: both throw instead. A synchronous read is possible on every thread.
public protocol UserDataAccess: UserRows, Sendable {
  /// Works on the rows of one transaction, which are valid until it returns, on its thread only.
  ///
  /// An error that is no ``DataAccessError`` is reported as ``DataAccessError/Cause/abandoned``.
  typealias Steps<Value> = @Sendable (any UserRows) throws -> Value
  /// Called once, with the value or with the error.
  typealias Completion<Value> = @Sendable (Result<Value, DataAccessError>) -> Void

  /// Runs the steps on `dal.read` and waits for their value. All of them see the same state of the
  /// database, and they cannot write.
  func read<Value: Sendable>(_ steps: @escaping Steps<Value>) throws(DataAccessError) -> Value

  /// Runs the steps on `dal.write` and waits for their value: all of them or, if they throw, none.
  func write<Value: Sendable>(_ steps: @escaping Steps<Value>) throws(DataAccessError) -> Value

  /// The asynchronous form of ``read(_:)``.
  func read<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>)

  /// The asynchronous form of ``write(_:)``. The steps see the models as they are when they run; a caller
  /// that needs their current state makes a copy.
  func write<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>)

  /// Calls the handler after each commit that changed rows, in the order of commits, with one event for
  /// each row, or with one ``DataEvent/refresh(rows:)`` for many. An event is delivered before the
  /// completion of its write.
  ///
  /// - Parameters:
  ///   - place: one that keeps an order, such as a thread or a serial queue.
  ///   - handler: called until the binding is ended or released.
  /// - Returns: what retains the handler.
  func observe(
    on place: CompletionPlace, _ handler: @escaping @Sendable (DataEvent) -> Void
  ) -> Binding

  /// Waits for all operations that were called before, then closes the database and ends its threads.
  ///
  /// Later operations end with ``DataAccessError/Cause/closed``; reads of a completion that runs meanwhile
  /// still succeed. On one of the database's own threads it does not wait.
  func close()
}

/// Each operation by itself, in a transaction of its own.
extension UserDataAccess {
  public func get(_ id: Int64) throws(DataAccessError) -> UserRawModel? {
    try read { rows in try rows.get(id) }
  }

  public func all() throws(DataAccessError) -> [UserRawModel] {
    try read { rows in try rows.all() }
  }

  public func insert(_ user: UserRawModel) throws(DataAccessError) {
    try write { rows in try rows.insert(user) }
  }

  public func insert(_ users: [UserRawModel]) throws(DataAccessError) {
    try write { rows in try rows.insert(users) }
  }

  public func update(_ user: UserRawModel) throws(DataAccessError) {
    try write { rows in try rows.update(user) }
  }

  public func save(_ user: UserRawModel) throws(DataAccessError) {
    try write { rows in try rows.save(user) }
  }

  public func delete(_ id: Int64) throws(DataAccessError) {
    try write { rows in try rows.delete(id) }
  }

  public func deleteAll() throws(DataAccessError) { try write { rows in try rows.deleteAll() } }
}

/// Creates what the service receives as protocols.
public enum DataAccessFactory {
  /// Opens the users in a file, creates the file if it does not exist, and migrates it to the current
  /// version.
  ///
  /// - Throws: ``DataAccessError/Cause/newerVersion(found:known:)``, `.corrupt`, `.locked`, `.readOnly`
  ///   or `.cannotOpen`; tables and rows are not changed then.
  public static func users(at file: URL) throws(DataAccessError) -> any UserDataAccess {
    try UserDatabase(at: file)
  }

  /// The pending saves, in a file beside the database. All threads and processes may share it.
  public static func pendingSaves(beside database: URL) -> any PendingSaves {
    FilePendingSaves(file: database.appendingPathExtension("pending"))
  }
}

/// Where a completion or an event handler runs.
public struct CompletionPlace: Sendable {
  /// Runs a completion there.
  public let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameter run: calls each completion that it receives once, now or later, on any thread.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// The thread that did the work, `dal.write` or `dal.read`: at once, before its next operation.
  public static let workingThread = CompletionPlace { $0() }

  /// The main queue, which is the main thread in a program that runs its main run loop.
  public static let main = queue(.main)

  /// A queue; a serial one keeps the order.
  public static func queue(_ queue: DispatchQueue) -> CompletionPlace {
    CompletionPlace { queue.async(execute: $0) }
  }

  /// A thread, which keeps the order. After it was finished, completions are dropped.
  public static func thread(_ thread: ThreadPool) -> CompletionPlace {
    CompletionPlace { thread.async($0) }
  }
}
