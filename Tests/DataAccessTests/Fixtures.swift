import Concurrency
import DataAccess
import Foundation
import Observing
import TestSupport
import Testing

extension TemporaryFolder {
  var database: URL { file("users.db") }
}

/// A database in a temporary folder. Both are removed with this value.
struct OpenUsers: ~Copyable {
  let folder: TemporaryFolder
  let database: UserDatabase

  init(log: (@Sendable (UserDatabase.Step) -> Void)? = nil) throws {
    let folder = try TemporaryFolder()
    database = try UserDatabase(at: folder.database, busyTimeout: .patient, log: log)
    self.folder = folder
  }

  deinit { database.close() }
}

extension Duration {
  /// A timeout that another connection does not exceed, even on a busy machine.
  static let patient = Duration.seconds(300)
  /// Fails at once if another connection holds the lock.
  static let impatient = Duration.zero
}

extension UserRawModel {
  static func named(_ name: String, id: Int64 = 1) -> UserRawModel {
    UserRawModel(id: id, name: name)
  }

  /// `1 Jake`
  var text: String { "\(id) \(name.value)" }
}

extension UserRows {
  /// `1 Jake`, `2 Ann`
  func texts() throws(DataAccessError) -> [String] { try all().map(\.text) }
}

/// The cause of the ``DataAccessError`` that a closure throws, or nil if it does not throw.
func cause(_ work: () throws -> Void) -> DataAccessError.Cause? {
  do { try work() } catch let error as DataAccessError { return error.cause } catch {
    Issue.record(error)
  }
  return nil
}

extension Result where Failure == DataAccessError {
  /// The cause of the failure, or nil.
  var cause: DataAccessError.Cause? {
    if case .failure(let error) = self { error.cause } else { nil }
  }
}

extension UserDatabase {
  /// The cause of an asynchronous write's failure, or nil if it succeeds.
  func outcome(of write: @escaping Steps<Void>) -> DataAccessError.Cause? {
    let outcome = OneShot<DataAccessError.Cause?>()
    self.write(completingOn: .workingThread, write) { outcome.fulfill($0.cause) }
    return outcome.wait()
  }

  /// The value of an asynchronous read.
  func value<Value: Sendable>(of read: @escaping Steps<Value>) throws -> Value {
    let result = OneShot<Result<Value, DataAccessError>>()
    self.read(completingOn: .workingThread, read) { result.fulfill($0) }
    return try result.wait().get()
  }
}
