/// The requirements of the exercise RenameService.
public protocol RenameServiceRequirements: AnyObject {
  /// Creates the service at a launch, with the database's models and the notes of former launches.
  init(
    models: [any RawModel], server: any NameServer, database: any NameDatabase,
    pending: any PendingNames)

  /// Carries out a rename, and reports its outcome once.
  func rename(_ user: Int, to name: String, completion: @escaping (RenameOutcome) -> Void)

  /// Tries to save the noted names.
  func saveAgain()
}

/// The result of a rename.
public enum RenameOutcome: Sendable, Hashable, CustomStringConvertible {
  case saved
  /// The server refused the name. All names are unchanged.
  case refused(reason: String)
  /// The server accepted the name, but the database could not save it. The name is shown and noted.
  case notSaved(reason: String)

  public var description: String {
    switch self {
    case .saved: "saved"
    case .refused(let reason): "refused, \(reason)"
    case .notSaved(let reason): "not saved, \(reason)"
    }
  }
}

/// A device with users, a database that may refuse, notes, and a server that the script controls.
///
/// `user 1 Jake` is a database row. `launch` launches the app: models, views of their names, and
/// the learner's service. `answer 1 yes` answers that user's oldest request. `database full` makes
/// the database refuse for that reason until `database works`. The name `""` is empty.
public final class RenameScene<Service: RenameServiceRequirements>: Scene {
  public static var forms: StepForms {
    [
      "user 1 Jake; launch; rename 1 Taylor; answer 1 yes; answer 1 no 404": nil,
      "answer 1 … as Tayla": "makes the server accept the request with another name.",
      "rename 1 Taylor … then rename 1 Zoe":
        "runs the second step in the first one's `completion`.",
      "server … at-once": "makes the server accept each request before that call returns.",
      "database full; database works": nil,
      "save-again": "calls `saveAgain`.",
      "look 1": "reports the model, the row and the note of that user.",
    ]
  }

  /// The failure of a step after `then`.
  private var failure: SceneFailure?
  private let device = ScriptedDevice()
  private var models: [Int: ScriptedModel] = [:]
  private var service: Service?

  public init() {}

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    device.events = events
    switch step.verb {
    case "user": device.rows[try step.number(0)] = try step.name(1)
    case "launch": launch(events)
    case "rename": try rename(step, events)
    case "answer": try device.answer(try step.number(0), step, from: 1)
    case "server": device.answersAtOnce = try step.word(0, of: "at-once") == "at-once"
    case "database":
      let state = try step.argument(0)
      device.refusal = state == "works" ? nil : state
    case "save-again": try service.orFail("the app was not launched").saveAgain()
    case "look":
      let user = try step.number(0)
      let note = device.notes[user].map { "note \"\($0)\"" } ?? "no note"
      events(
        "user \(user): model \"\(models[user]?.name ?? "")\", "
          + "database \"\(device.rows[user] ?? "")\", \(note)")
    default: throw step.unknown
    }
    if let failure { throw failure }
  }

  private func launch(_ events: Events) {
    device.replaceServer()
    let rows = device.rows.sorted { $0.key < $1.key }
    let current = rows.map { ScriptedModel($0.key, name: $0.value, events) }
    models = Dictionary(uniqueKeysWithValues: current.map { ($0.user, $0) })
    service = Service(models: current, server: device, database: device, pending: device)
  }

  private func rename(_ step: Step, _ events: Events) throws(SceneFailure) {
    let service = try service.orFail("the app was not launched")
    let user = try step.number(0)
    let next = Step(line: step.arguments.dropFirst(3).joined(separator: " "))
    service.rename(user, to: try step.name(1)) { [weak self] outcome in
      events("completed \(user): \(outcome)")
      guard let next else { return }
      do throws(SceneFailure) { try self?.take(next, events) } catch { self?.failure = error }
    }
  }
}
