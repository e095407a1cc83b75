public import Foundation

/// What the exercise BackendChange asks of a learner's type: users for the pages, whichever backend has answered.
public protocol LearnersUsers {
  init(server: any UserServer)

  /// The user of the app.
  func readUser() throws(UserFailure) -> DomainUser

  /// The user's friends, in the order in which the backend lists them.
  func readFriends() throws(UserFailure) -> [DomainUser]
}

/// A user as the pages want it, whatever a backend sends.
public struct DomainUser: Hashable {
  public let name: String
  public let age: Int
  public let nickname: String

  public init(name: String, age: Int, nickname: String) {
    self.name = name
    self.age = age
    self.nickname = nickname
  }
}

/// Why there is no user. Places in an answer are written as paths: `names.full`, `friends.1.years`.
public enum UserFailure: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// The server gave no answer, and why.
  case server(DataProblem)
  /// The answer is of an unknown version.
  case unknownVersion(Int)
  /// The answer cannot be read at all.
  case notJSON
  /// There is no value at this place: no key, or null.
  case missing(String)
  /// There is a value at this place, and it is of another kind.
  case wrongKind(String)

  public var description: String {
    switch self {
    case .server(let problem): "the server is \(problem)"
    case .unknownVersion(let version): "version \(version) is unknown"
    case .notJSON: "the answer is no JSON"
    case .missing(let path): "no value at \(path)"
    case .wrongKind(let path): "a value of the wrong kind at \(path)"
    }
  }

  public var errorDescription: String? { "The user cannot be read: \(self)." }
}

/// Where users come from.
public protocol UserServer {
  func requestUser() throws(DataProblem) -> UserAnswer
  func requestFriends() throws(DataProblem) -> UserAnswer
}

/// What a backend has sent.
public struct UserAnswer: Hashable {
  /// Which backend: 1 or 2, as far as anybody knows.
  public let version: Int
  /// Text that should be JSON.
  public let body: String

  public init(version: Int, body: String) {
    self.version = version
    self.body = body
  }
}
