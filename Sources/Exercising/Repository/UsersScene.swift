/// Two screens that show users, over a server that the script controls.
///
/// `user 1 {"name":…}` and `friends 2 {"friends":…}` set the answers, with the backend's version, and
/// `server fails offline` makes requests fail until the next answer is set. `open profile` and `open friends` show a screen:
/// `profile: Ann, 20, annie`, `friends: annie, bobby`, or the error.
public struct UsersScene<Repository: LearnersUsers>: Scene {
  private let server = ScriptedUserServer()
  private var repository: Repository?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    guard step.verb == "open" else { return try server.take(step) }
    server.events = events
    let repository = self.repository ?? Repository(server: server)
    self.repository = repository
    switch try step.word(0, of: "profile", "friends") {
    case "profile":
      do {
        let user = try repository.readUser()
        events("profile: \(user.name), \(user.age), \(user.nickname)")
      } catch { events("profile: \(error)") }
    case "friends":
      do {
        let friends = try repository.readFriends()
        let nicknames = friends.map(\.nickname).joined(separator: ", ")
        events("friends: \(friends.isEmpty ? "none" : nicknames)")
      } catch { events("friends: \(error)") }
    default: throw step.unknown
    }
  }
}

private final class ScriptedUserServer: UserServer {
  var events: Events?
  private var answers: [String: UserAnswer] = [:]
  private var problem: DataProblem? = DataProblem("empty")

  func take(_ step: Step) throws(SceneFailure) {
    switch step.verb {
    case "user", "friends":
      answers[step.verb] = UserAnswer(version: try step.number(0), body: try step.rest(from: 1))
      problem = nil
    case "server":
      _ = try step.word(0, of: "fails")
      problem = DataProblem(try step.argument(1))
    default: throw step.unknown
    }
  }

  func requestUser() throws(DataProblem) -> UserAnswer { try answer(to: "user") }

  func requestFriends() throws(DataProblem) -> UserAnswer { try answer(to: "friends") }

  private func answer(to question: String) throws(DataProblem) -> UserAnswer {
    events?("server: asked for the \(question)")
    if let problem { throw problem }
    guard let answer = answers[question] else { throw DataProblem("empty") }
    return answer
  }
}
