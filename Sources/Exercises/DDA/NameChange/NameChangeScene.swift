/// The requirements of the rung NameChange: the rename of one user.
public protocol NameChangeRequirements: AnyObject {
  init(model: any RawModel, server: any NameServer, database: any NameDatabase)

  /// Requests a new name from the server. Model and database follow the server's response.
  func rename(to name: String)
}

/// One user, a view that shows the name, a database, and a server that the script controls.
///
/// Requests, changes of the model, texts of the view, and saved names are events.
public struct NameChangeScene<Learners: NameChangeRequirements>: Scene {
  public static var forms: StepForms {
    [
      "user Jake; rename Taylor; answer yes; answer as Tayla; answer no 500": nil,
      "look": "reports the model and the row.",
    ]
  }

  private let device = ScriptedDevice()
  private var model: ScriptedModel?
  private var change: Learners?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    device.events = events
    switch step.verb {
    case "user":
      let model = ScriptedModel(1, name: try step.argument(0), events)
      device.rows[1] = model.name
      self.model = model
      change = Learners(model: model, server: device, database: device)
    case "rename": change?.rename(to: try step.argument(0))
    case "answer": try device.answer(1, step, from: 0)
    case "look": events("model \"\(model?.name ?? "")\", database \"\(device.rows[1] ?? "")\"")
    default: throw step.unknown
    }
  }
}
