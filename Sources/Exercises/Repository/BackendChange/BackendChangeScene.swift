public import Foundation

/// The requirements of the exercise BackendChange: users for the screens, from either backend.
public protocol UsersRequirements {
  init(server: any UserServer)

  /// The user of the app.
  func readUser() throws(UserFailure) -> DomainUser

  /// The user's friends, in the order of the backend's response.
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

/// A user cannot be read. A path names a value in a response: `names.full`, `friends.1.years`.
public enum UserFailure: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// The request failed.
  case server(DataProblem)
  /// The version of the response is unknown.
  case unknownVersion(Int)
  /// The response is not JSON.
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

/// A response from a backend.
public struct UserAnswer: Hashable {
  /// The version of the backend: 1, 2, or an unknown version.
  public let version: Int
  /// Text, which should be JSON.
  public let body: String
}

/// Two screens that show users, over a server that the script controls.
///
/// `user 1` and `friends 1` set the responses, with the backend's version, and
/// `server fails offline` makes requests fail until the next response is set. A screen is an event:
/// `profile: Ann, 20, annie`, `friends: annie, bobby`, or the error.
public struct UsersScene<Repository: UsersRequirements>: Scene {
  public static var forms: StepForms {
    [
      #"user 1 {"name": "Ann", "age": 20, "nickname": "annie"}"#: nil,
      "open profile": "shows the screen with that name.",
      #"friends 2 {"friends": [{"names": {"full": "Bob", "short": "bobby"}, "years": 21}]}"#: nil,
      "open friends": nil,
      "server fails offline": nil,
    ]
  }

  private let server = ScriptedUserServer()
  private lazy var repository = Repository(server: server)

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    server.events = events
    switch step.verb {
    case "user", "friends":
      server.answers[step.verb] = UserAnswer(
        version: try step.number(0), body: try step.rest(from: 1))
      server.problem = nil
    case "server":
      _ = try step.word(0, of: "fails")
      server.problem = DataProblem(try step.argument(1))
    case "open":
      let screen = try step.word(0, of: "profile", "friends")
      events.send(orError: "\(screen): ") {
        if screen == "profile" {
          let user = try repository.readUser()
          return "profile: \(user.name), \(user.age), \(user.nickname)"
        }
        let nicknames = try repository.readFriends().map(\.nickname)
        return "friends: \(nicknames.isEmpty ? "none" : nicknames.joined(separator: ", "))"
      }
    default: throw step.unknown
    }
  }
}

private final class ScriptedUserServer: UserServer {
  var events: Events?
  var answers: [String: UserAnswer] = [:]
  var problem: DataProblem?

  func requestUser() throws(DataProblem) -> UserAnswer { try answer(to: "user") }

  func requestFriends() throws(DataProblem) -> UserAnswer { try answer(to: "friends") }

  private func answer(to question: String) throws(DataProblem) -> UserAnswer {
    events?("server: asked for the \(question)")
    guard problem == nil, let answer = answers[question] else {
      throw problem ?? DataProblem("empty")
    }
    return answer
  }
}
