public import Foundation
public import HTTP

/// Why a service of users did not do what it was asked for.
public enum UserServiceError: Error, Equatable, Sendable {
  /// This device does not know this user, or the server says that it does not.
  case noUser(id: Int64)
  /// The server could not be asked, or refused.
  case noAnswer(HTTPError)
  /// The server answered something that is no answer to this request.
  case badAnswer(request: String, reason: String)
  /// The database could not be read.
  case notRead(Trouble)
  /// The database did not take what the server has. Whether it is kept, so that it will be saved at the
  /// next launch if not before.
  case notSaved(Trouble, isKept: Bool)

  /// What is wrong with a database, in the words of the layer that knows databases.
  public struct Trouble: Equatable, Sendable {
    /// Two or three words: `read only`.
    public let cause: String
    /// A sentence with the cause and the way out.
    public let advice: String

    /// Nothing is done by describing it.
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

/// A sentence with the cause and the way out.
extension UserServiceError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noUser(let id):
      "There is no user \(id). See whether the id is right, or load the users again."
    case .noAnswer(let error): "\(error)"
    case .badAnswer(let request, let reason):
      "\(request): the answer is none: \(reason). Nothing was changed; update the app, or ask "
        + "whoever runs the server."
    case .notRead(let trouble): "The users cannot be read. \(trouble.advice)"
    case .notSaved(let trouble, let isKept):
      "The server has the new name, and it is shown, but not saved yet. \(trouble.advice) "
        + (isKept
          ? "It will be saved with the next rename or at the next launch."
          : "It cannot be kept for the next launch either: save again before the app ends.")
    }
  }
}
