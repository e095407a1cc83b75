/// A device with users, a database that may refuse, notes, and a server that answers when the script says so.
///
/// `user 1 Jake` is a row in the database, and `launch` starts the app again: models, views that show their names, and
/// the learner's service. `rename 1 Taylor` asks the service for a rename; the server's answer is `answer 1 yes`,
/// `answer 1 as Tayla` or `answer 1 no 500`, to the oldest question about that user, and after `server at-once` it says
/// yes by itself. `database full` makes the database refuse for that reason until `database works`,
/// `save-again` asks the service to, and `look 1` shows what there is. The name `""` is the empty one.
///
/// `rename 1 Taylor then rename 1 Zoe` takes the step after `then` when the rename is completed.
public struct RenameScene<Service: LearnersRenameService>: Scene {
  private let device = Device<Service>()

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try device.take(step, events)
    if let failure = device.failure { throw failure }
  }
}

private final class Device<Service: LearnersRenameService> {
  /// Why a step that was to be taken after another one could not be.
  private(set) var failure: SceneFailure?
  private let database = ScriptedDatabase()
  private let pending = ScriptedNotes()
  private var server = ScriptedServer()
  private var models: [Int: ScriptedModel] = [:]
  private var service: Service?

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    database.events = events
    pending.events = events
    server.events = events
    models.values.forEach { $0.events = events }
    switch step.verb {
    case "user": database.rows[try step.number(0)] = try step.name(1)
    case "launch": launch(events)
    case "rename": try rename(step, events)
    case "answer": try answer(step)
    case "server": server.answersAtOnce = try step.argument(0) == "at-once"
    case "database":
      let state = try step.argument(0)
      database.trouble = state == "works" ? nil : state
    case "save-again": try launched().saveAgain()
    case "look": look(try step.number(0), events)
    default: throw step.unknown
    }
  }

  private func launch(_ events: Events) {
    server = ScriptedServer()
    server.events = events
    let rows = database.rows.sorted { $0.key < $1.key }
    let current = rows.map { ScriptedModel($0.key, name: $0.value, events) }
    models = Dictionary(uniqueKeysWithValues: current.map { ($0.user, $0) })
    service = Service(models: current, server: server, database: database, pending: pending)
  }

  private func launched() throws(SceneFailure) -> Service {
    guard let service else { throw SceneFailure("nothing was launched") }
    return service
  }

  private func rename(_ step: Step, _ events: Events) throws(SceneFailure) {
    let user = try step.number(0)
    let next = step.arguments.dropFirst(3).joined(separator: " ")
    try launched().rename(user, to: try step.name(1)) { [weak self] outcome in
      events("completed \(user): \(outcome)")
      if let next = Step(line: next) { self?.takeAfterwards(next, events) }
    }
  }

  private func takeAfterwards(_ step: Step, _ events: Events) {
    do throws(SceneFailure) { try take(step, events) } catch { failure = error }
  }

  private func answer(_ step: Step) throws(SceneFailure) {
    let user = try step.number(0)
    switch try step.argument(1) {
    case "yes": server.answer(user) { .accepted($0) }
    case "as":
      let name = try step.name(2)
      server.answer(user) { _ in .accepted(name) }
    case "no":
      let reason = try step.argument(2)
      server.answer(user) { _ in .refused(reason: reason) }
    default: throw step.unknown
    }
  }

  private func look(_ user: Int, _ events: Events) {
    let note = pending.notes[user].map { "note \"\($0)\"" } ?? "no note"
    events(
      "user \(user): model \"\(models[user]?.name ?? "")\", "
        + "database \"\(database.rows[user] ?? "")\", \(note)")
  }
}

extension Step {
  fileprivate func name(_ place: Int) throws(SceneFailure) -> String {
    let name = try argument(place)
    return name == "\"\"" ? "" : name
  }
}

// What a service is given in a script, each telling what is done to it.

/// Holds questions until the script answers them.
final class ScriptedServer: NameServer {
  private struct Question {
    let user: Int
    let name: String
    let answered: (ServerAnswer) -> Void
  }

  var events: Events?
  var answersAtOnce = false
  private var questions: [Question] = []

  func rename(_ user: Int, to name: String, answered: @escaping (ServerAnswer) -> Void) {
    events?("server: asked to rename \(user) to \"\(name)\"")
    if answersAtOnce { return answered(.accepted(name)) }
    questions.append(Question(user: user, name: name, answered: answered))
  }

  /// Answers the oldest question about a user; without one, that is an event.
  func answer(_ user: Int, _ answer: (String) -> ServerAnswer) {
    guard let place = questions.firstIndex(where: { $0.user == user }) else {
      events?("server: was not asked about \(user)")
      return
    }
    let question = questions.remove(at: place)
    question.answered(answer(question.name))
  }
}

/// A user's name, and the view that shows it.
final class ScriptedModel: RawModel {
  let user: Int
  var events: Events

  init(_ user: Int, name: String, _ events: Events) {
    self.user = user
    self.name = name
    self.events = events
    show()
  }

  var name: String {
    didSet {
      events("rawModel \(user): name \"\(oldValue)\" -> \"\(name)\"")
      show()
    }
  }

  private func show() { events("view \(user): shows \"Hi, \(name)\"") }
}

/// Rows that outlive a launch.
final class ScriptedDatabase: NameDatabase {
  var events: Events?
  var rows: [Int: String] = [:]
  /// Why it refuses to save; nil while it does not.
  var trouble: String?

  func save(_ name: String, of user: Int) throws(NotSaved) {
    if let trouble {
      events?("database: \(trouble), did not save \(user) \"\(name)\"")
      throw NotSaved(reason: trouble)
    }
    rows[user] = name
    events?("database: saved \(user) \"\(name)\"")
  }
}

/// Notes that outlive a launch. Only changes of them are events.
final class ScriptedNotes: PendingNames {
  var events: Events?
  private(set) var notes: [Int: String] = [:]

  var all: [(user: Int, name: String)] {
    notes.sorted { $0.key < $1.key }.map { (user: $0.key, name: $0.value) }
  }

  func note(_ name: String, of user: Int) {
    if notes.updateValue(name, forKey: user) != name { events?("note: \(user) \"\(name)\"") }
  }

  func remove(_ user: Int) {
    if notes.removeValue(forKey: user) != nil { events?("note: \(user) removed") }
  }
}
