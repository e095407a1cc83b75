public import Observing

/// What the data access layer offers to the service: rows, and nothing that is business.
///
/// Every operation is there twice. The synchronous one waits for the thread that does the work, and throws.
/// The asynchronous one returns at once and calls its completion once, where the caller says; it writes
/// what the models held at the call. Writes run on one thread, `dal.write`, in the order in which they were
/// asked for; reads run on others, `dal.read`, and go on while a write is open: they see what was committed
/// before. So a read that has to see an asynchronous write belongs into the completion of that write.
///
/// A synchronous write from `dal.write` would wait for itself, and one from `dal.read` for a thread that may
/// be waiting for it: both throw instead. Synchronous reads are possible everywhere.
public protocol UserDataAccess: UserRows, Sendable {
  /// Is told how it ended: with a value or with an error.
  typealias Completion<Value> = @Sendable (Result<Value, DataAccessError>) -> Void
  /// Works on the rows of a transaction.
  typealias Steps = @Sendable (any UserRows) throws(DataAccessError) -> Void

  /// ``UserRows/get(_:)``, asynchronously.
  func get(
    _ id: Int64, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<UserRawModel?>)

  /// ``UserRows/all()``, asynchronously.
  func all(completingOn place: CompletionPlace, _ completion: @escaping Completion<[UserRawModel]>)

  /// ``UserRows/insert(_:)-(UserRawModel)``, asynchronously.
  func insert(
    _ user: UserRawModel, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>)

  /// ``UserRows/insert(_:)-([UserRawModel])``, asynchronously.
  func insert(
    _ users: [UserRawModel], completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>)

  /// ``UserRows/update(_:)``, asynchronously.
  func update(
    _ user: UserRawModel, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>)

  /// ``UserRows/save(_:)``, asynchronously.
  func save(
    _ user: UserRawModel, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>)

  /// ``UserRows/delete(_:)``, asynchronously.
  func delete(
    _ id: Int64, completingOn place: CompletionPlace, _ completion: @escaping Completion<Void>)

  /// ``UserRows/deleteAll()``, asynchronously.
  func deleteAll(completingOn place: CompletionPlace, _ completion: @escaping Completion<Void>)

  // MARK: Several at once

  /// All of the steps or, if they throw, none. They run on `dal.write`, where the rows show what the
  /// steps have written; the rows are of no use afterwards.
  func transaction(_ steps: @escaping Steps) throws(DataAccessError)

  /// The same, asynchronously.
  func transaction(
    completingOn place: CompletionPlace, _ steps: @escaping Steps,
    _ completion: @escaping Completion<Void>)

  // MARK: Being told

  /// Calls the handler after each commit that changed rows, in the order of commits, with one event for
  /// each row; with one ``DataEvent/refresh(rows:)`` where it was many. An event goes out before the
  /// completion of its write.
  ///
  /// - Parameters:
  ///   - place: one that keeps an order, such as a thread or a serial queue.
  ///   - handler: is called until the binding is ended or let go of.
  /// - Returns: what keeps the handler.
  func observe(
    on place: CompletionPlace, _ handler: @escaping @Sendable (DataEvent) -> Void
  ) -> Binding

  // MARK: Ending

  /// Lets all that was asked for happen, then closes the database and ends its threads. What is asked for
  /// afterwards ends with ``DataAccessError/Cause/closed``. On one of its own threads it does not wait.
  func close()
}
