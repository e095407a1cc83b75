/// The requirements of the rung NameChange: the rename of one user.
public protocol NameChangeRequirements: AnyObject {
  init(model: any RawModel, server: any NameServer, database: any NameDatabase)

  /// Requests a new name from the server. Model and database follow the server's response.
  func rename(to name: String)
}

/// One user, a view that shows the name, a database, and a server that the script controls: `user
/// Jake`, `rename Taylor`, `answer yes`, `answer as Tayla`, `answer no 500`, and `look`.
///
/// Requests, changes of the model, texts of the view, and saved names are events.
public struct NameChangeScene<Learners: NameChangeRequirements>: Scene {
  private let server = ScriptedServer()
  private let database = ScriptedDatabase()
  private var model: ScriptedModel?
  private var change: Learners?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    server.events = events
    database.events = events
    model?.events = events
    switch step.verb {
    case "user":
      let model = ScriptedModel(1, name: try step.argument(0), events)
      database.rows[1] = model.name
      self.model = model
      change = Learners(model: model, server: server, database: database)
    case "rename": change?.rename(to: try step.argument(0))
    case "answer": try server.answer(1, step, from: 0)
    case "look": events("model \"\(model?.name ?? "")\", database \"\(database.rows[1] ?? "")\"")
    default: throw step.unknown
    }
  }
}
