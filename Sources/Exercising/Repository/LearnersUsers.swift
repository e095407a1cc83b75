public import Foundation

/// The requirements of the exercise BackendChange: users for the screens, from either backend.
public protocol LearnersUsers {
  init(server: any UserServer)

  /// The user of the app.
  func readUser() throws(UserFailure) -> DomainUser

  /// The user's friends, in the order of the backend's answer.
  func readFriends() throws(UserFailure) -> [DomainUser]
}

/// The model of a user, independent of the backends' formats.
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

/// Why a user cannot be read. A path names a place in an answer: `names.full`, `friends.1.years`.
public enum UserFailure: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// The request failed.
  case server(DataProblem)
  /// The version of the answer is unknown.
  case unknownVersion(Int)
  /// The answer is not JSON.
  case notJSON
  /// The value at this path is missing or null.
  case missing(String)
  /// The value at this path has the wrong type.
  case wrongKind(String)

  public var description: String {
    switch self {
    case .server(let problem): "the server is \(problem)"
    case .unknownVersion(let version): "version \(version) is unknown"
    case .notJSON: "the answer is not JSON"
    case .missing(""): "no value"
    case .missing(let path): "no value at \(path)"
    case .wrongKind(""): "the answer is of the wrong kind"
    case .wrongKind(let path): "a value of the wrong kind at \(path)"
    }
  }

  public var errorDescription: String? { "The user cannot be read: \(self)." }
}

/// A server of users.
public protocol UserServer {
  func requestUser() throws(DataProblem) -> UserAnswer
  func requestFriends() throws(DataProblem) -> UserAnswer
}

/// An answer of a backend.
public struct UserAnswer: Hashable {
  /// The version of the backend: 1 or 2, or one that is unknown.
  public let version: Int
  /// Text, which should be JSON.
  public let body: String

  public init(version: Int, body: String) {
    self.version = version
    self.body = body
  }
}
