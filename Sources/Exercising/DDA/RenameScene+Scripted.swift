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

  /// Answers the oldest question about a user; that there is none is told.
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

/// Notes that outlive a launch. Only what changes them is told.
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
