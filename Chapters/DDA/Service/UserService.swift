internal import DataAccess
public import Foundation
public import HTTP
public import Observing

/// The users, as the layers above see them. Reads return at once; a change is still in progress
/// when the call returns, and arrives as a change of a ``User``. Usable from any thread.
public protocol UserService: Sendable {
  /// The single object of a user. Throws ``UserServiceError/noUser(id:)`` or
  /// ``UserServiceError/notRead(_:)``.
  func user(_ id: Int64) throws(UserServiceError) -> any User

  /// All users, in the order of their ids. Throws ``UserServiceError/notRead(_:)``.
  func loadAll() throws(UserServiceError) -> [any User]

  /// Sends a new name to the server, then changes the user, then saves the name. Returns at once.
  ///
  /// Names of one user are sent one at a time, in the order of the calls. A name that the server
  /// refuses changes nothing. The completion receives the outcome once, at the service's place.
  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void)

  /// Saves the names that the server has accepted and the database refused, as the service also
  /// does when it is created and after every saved rename. Names that are refused again are kept,
  /// and the first ``UserServiceError/notSaved(_:isKept:)`` is thrown; or
  /// ``UserServiceError/notRead(_:)`` if the pending names cannot be read.
  func saveAgain() async throws(UserServiceError)
}

/// A user, as the layers above see it: it can be read and observed, but not changed. There is one
/// object per user, as long as it is retained. Its type belongs to the layer below.
public protocol User: AnyObject, Sendable {
  associatedtype Name: ReadableValue<String>

  /// The id, which never changes.
  var id: Int64 { get }

  /// The name, which changes when the server has accepted a new one.
  var name: Name { get }
}

extension UserRawModel: User {}

/// The outcome of a rename.
public enum RenameOutcome: Equatable, Sendable {
  /// The server and the database have the name, and the screens show it.
  case saved
  /// The server has the name and the screens show it, but the database does not. The name is kept
  /// for ``UserService/saveAgain()``, now and after a relaunch.
  case notSaved(UserServiceError)
  /// The server does not have the name or did not confirm it; nothing has changed.
  case refused(UserServiceError)
}

/// An operation of a user service failed.
public enum UserServiceError: Error, Equatable, Sendable {
  /// There is no such user on this device or on the server.
  case noUser(id: Int64)
  /// The request failed or was refused.
  case noAnswer(HTTPError)
  /// The server's response does not match the request.
  case badAnswer(request: String, reason: String)
  /// The database could not be read.
  case notRead(DatabaseFailure)
  /// The database did not store the name that the server has. `isKept` says whether the name is a
  /// pending save, which is saved at the next launch at the latest.
  case notSaved(DatabaseFailure, isKept: Bool)

  /// An error of the database, as text from the layer below.
  public struct DatabaseFailure: Equatable, Sendable {
    /// Two or three words: `read only`.
    public let cause: String
    /// A sentence that says what failed and what to do.
    public let advice: String

    public init(cause: String, advice: String) {
      self.cause = cause
      self.advice = advice
    }
  }
}

/// Two or three words: `failure 500`, `not saved`.
extension UserServiceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noUser(let id): "no user \(id)"
    case .noAnswer(let error):
      if case .status(let status) = error.reason { "failure \(status)" } else { "\(error.reason)" }
    case .badAnswer: "answer not understood"
    case .notRead: "not read"
    case .notSaved: "not saved"
    }
  }
}

/// A sentence that says what failed and what to do.
extension UserServiceError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noUser(let id):
      "There is no user \(id). Check the id, or load the users again."
    case .noAnswer(let error): "\(error)"
    case .badAnswer(let request, let reason):
      "\(request): the response is invalid: \(reason). Nothing was changed; update the app, or "
        + "contact the operator of the server."
    case .notRead(let failure): "The users cannot be read. \(failure.advice)"
    case .notSaved(let failure, let isKept):
      "The server has the new name, and it is shown, but not saved yet. \(failure.advice) "
        + (isKept
          ? "It will be saved with the next rename or at the next launch."
          : "It cannot be noted for the next launch either: save again before the app ends.")
    }
  }
}

extension UserServiceError.DatabaseFailure {
  init(_ error: DataAccessError) { self.init(cause: "\(error.cause)", advice: "\(error)") }
}
