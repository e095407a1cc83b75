public import Concurrency
internal import Dispatch
public import Foundation
public import Observing

/// The interface of the data access layer: operations on rows, without business logic.
///
/// Each operation of ``UserRows`` can be used in two ways. Called on the database itself, it runs
/// synchronously in its own transaction and throws. In the steps of `read` and `write`, all
/// operations run in one transaction; the asynchronous forms of these methods return at once:
/// ```swift
/// try users.save(user)
/// users.write(completingOn: .main) { rows in try rows.save(user) } completion: { result in … }
/// ```
///
/// Writes run on the thread `dal.write` and reads on `dal.read`, each in the order of the calls.
/// Reads continue during a write: they see the last committed state. A read that has to see an
/// asynchronous write therefore belongs in the completion of that write.
///
/// A synchronous write on `dal.write` or `dal.read` throws, because it could deadlock.
public protocol UserDataAccess: UserRows, Sendable {
  /// Operations on the rows of one transaction, which are valid only during the call and on its
  /// thread. An error of another type is reported as ``DataAccessError/Cause/abandoned``.
  typealias Steps<Value> = @Sendable (any UserRows) throws -> Value
  /// Receives the value or the error; called once.
  typealias Completion<Value> = @Sendable (Result<Value, DataAccessError>) -> Void

  /// Runs the steps on `dal.read` and waits for their value. They see one snapshot of the database
  /// and cannot write.
  func read<Value: Sendable>(_ steps: @escaping Steps<Value>) throws(DataAccessError) -> Value

  /// Runs the steps on `dal.write` in a transaction and waits for their value. If they throw, the
  /// transaction is rolled back.
  func write<Value: Sendable>(_ steps: @escaping Steps<Value>) throws(DataAccessError) -> Value

  /// The asynchronous form of ``read(_:)``.
  func read<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>)

  /// The asynchronous form of ``write(_:)``. The steps see the models' state at the time they run;
  /// to write the current state, copy the models.
  func write<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>)

  /// Calls the handler after each commit that changed rows, in the order of commits, with one event
  /// per row or one ``DataEvent/refresh(rows:)`` for many, before the completion of the write. The
  /// place must keep the order. The binding retains the handler.
  func observe(
    on place: CompletionPlace, _ handler: @escaping @Sendable (DataEvent) -> Void
  ) -> Binding

  /// After all earlier operations, closes the database and ends its threads. Waits, except on these
  /// threads. Later operations fail with ``DataAccessError/Cause/closed``, except reads in
  /// a completion that runs meanwhile.
  func close()
}

/// Each operation in its own transaction.
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

/// Creates the objects that the Service layer uses through protocols.
public enum DataAccessFactory {
  /// Opens a database of users, which is created if it does not exist, and migrates it to the
  /// current version. If it throws, tables and rows are unchanged.
  public static func users(at file: URL) throws(DataAccessError) -> any UserDataAccess {
    try UserDatabase(at: file)
  }

  /// The pending saves, in a file beside the database that the threads of a process can share.
  public static func pendingSaves(beside database: URL) -> any PendingSaves {
    FilePendingSaves(file: database.appendingPathExtension("pending"))
  }
}

/// A change that a commit made to the table of users. It identifies rows but does not contain them,
/// because the single instance of a user belongs to the service.
public enum DataEvent: Hashable, Sendable {
  case insert(Int64)
  case update(Int64)
  case delete(Int64)
  /// This many rows changed together, by a bulk operation or by a transaction of more than
  /// ``mostOfOneCommit`` changes; they have to be read again.
  case refresh(rows: Int)

  /// The maximum number of changes that a commit reports one by one.
  public static let mostOfOneCommit = 100

  static func events(of changes: [DataEvent]) -> [DataEvent] {
    guard changes.count > mostOfOneCommit else { return changes }
    let counts = changes.map { if case .refresh(let count) = $0 { count } else { 1 } }
    return [.refresh(rows: counts.reduce(0, +))]
  }
}

/// Where a completion or an event handler runs.
public struct CompletionPlace: Sendable {
  /// Runs a completion there.
  public let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameter run: Runs each completion once, immediately or later, on any thread.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// The thread that did the work, `dal.write` or `dal.read`, before its next operation.
  public static let workingThread = CompletionPlace { $0() }

  /// The main queue, which runs on the main thread in a program with a main run loop.
  public static let main = CompletionPlace { DispatchQueue.main.async(execute: $0) }

  /// A thread, which keeps the order. Once it is finished, completions run where they are created.
  public static func thread(_ thread: ThreadPool) -> CompletionPlace {
    CompletionPlace { completion in if !thread.async(completion) { completion() } }
  }
}

/// The users of a database, with four operations on rows: create, read, update and delete. They are
/// synchronous and write the current state of the models.
public protocol UserRows {
  /// Reads one user; nil if there is none with that id.
  func get(_ id: Int64) throws(DataAccessError) -> UserRawModel?

  /// Reads all users, in the order of their ids.
  func all() throws(DataAccessError) -> [UserRawModel]

  /// Adds one user. Throws ``DataAccessError/Cause/userExists(_:)`` if the id is taken.
  func insert(_ user: UserRawModel) throws(DataAccessError)

  /// Adds all users or, if it throws, none.
  func insert(_ users: [UserRawModel]) throws(DataAccessError)

  /// Replaces the row of a user. Throws ``DataAccessError/Cause/noSuchUser(_:)``.
  func update(_ user: UserRawModel) throws(DataAccessError)

  /// Inserts the user, or updates the row if it exists.
  func save(_ user: UserRawModel) throws(DataAccessError)

  /// Removes a user. Throws ``DataAccessError/Cause/noSuchUser(_:)``.
  func delete(_ id: Int64) throws(DataAccessError)

  /// Removes all users; has no effect if there are none.
  func deleteAll() throws(DataAccessError)
}

/// The model of a user: each row is converted to one when it is read. The service shares one
/// instance per user; views do not bind to it. Setting the name does not write to the database.
public final class UserRawModel: Sendable {
  /// The row's primary key.
  public let id: Int64
  /// The name: any text, even empty. The Application layer decides which names are valid.
  public let name: ObservableValue<String>

  /// Creates a model for a row, or for a user that is not in the database yet.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = ObservableValue(name)
  }
}
