internal import DataAccess
public import Foundation
public import HTTP

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

  init(_ error: PendingSavesError) { self.init(cause: "\(error.cause)", advice: "\(error)") }
}
