public import Foundation

/// A server's answer to a rename.
public enum ServerAnswer: Sendable, Hashable {
  /// The user's new name, which may differ from the requested one.
  case accepted(String)
  /// The user's name is unchanged, for this reason.
  case refused(reason: String)
}

/// Renames users, and decides which names are valid.
public protocol NameServer: AnyObject {
  /// Requests a new name. `answered` is called once, before or after this returns.
  func rename(_ user: Int, to name: String, answered: @escaping (ServerAnswer) -> Void)
}

/// The model of one user. Its views show the name, and follow each change.
public protocol RawModel: AnyObject {
  var user: Int { get }
  var name: String { get set }
}

/// A database with a name for each user.
public protocol NameDatabase: AnyObject {
  /// - Throws: ``NotSaved`` if the name cannot be written. The saved name is then unchanged.
  func save(_ name: String, of user: Int) throws(NotSaved)
}

/// The database could not save a name.
public struct NotSaved: Error, Hashable, LocalizedError {
  public let reason: String

  public var errorDescription: String? { "The name was not saved: \(reason)." }
}

/// Notes of names that are not saved yet. They outlive the app.
public protocol PendingNames: AnyObject {
  /// The notes in the order of the users. Each user has at most one.
  var all: [(user: Int, name: String)] { get }

  /// Adds a note, which replaces an earlier note of the same user.
  func note(_ name: String, of user: Int)

  /// Removes the note of a user, if any.
  func remove(_ user: Int)
}

/// A user's name, and the view that shows it. Both report their changes.
final class ScriptedModel: RawModel {
  let user: Int
  private let events: Events

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

/// The dependencies of a service besides its models: a server, whose requests wait until the script
/// answers them, and rows and notes that outlive a launch. Requests and changes are events.
final class ScriptedDevice: NameServer, NameDatabase, PendingNames {
  var events: Events?
  var rows: [Int: String] = [:]
  /// The reason for which the database refuses to save, or nil.
  var refusal: String?
  var answersAtOnce = false
  private(set) var notes: [Int: String] = [:]
  private var requests: [(user: Int, name: String, answered: (ServerAnswer) -> Void)] = []

  /// Replaces the server by a new one, without requests.
  func replaceServer() { (requests, answersAtOnce) = ([], false) }

  func rename(_ user: Int, to name: String, answered: @escaping (ServerAnswer) -> Void) {
    events?("server: asked to rename \(user) to \"\(name)\"")
    if answersAtOnce { return answered(.accepted(name)) }
    requests.append((user, name, answered))
  }

  /// Responds to the oldest request about a user as the words of a step say: `yes`, `as Tayla`, `no
  /// 500`. A missing request is an event.
  func answer(_ user: Int, _ step: Step, from place: Int) throws(SceneFailure) {
    let answer: ServerAnswer? =
      switch try step.word(place, of: "yes", "as", "no") {
      case "yes": nil
      case "as": .accepted(try step.name(place + 1))
      default: .refused(reason: try step.argument(place + 1))
      }
    guard let oldest = requests.firstIndex(where: { $0.user == user }) else {
      events?("server: was not asked about \(user)")
      return
    }
    let request = requests.remove(at: oldest)
    request.answered(answer ?? .accepted(request.name))
  }

  func save(_ name: String, of user: Int) throws(NotSaved) {
    if let refusal {
      events?("database: \(refusal), did not save \(user) \"\(name)\"")
      throw NotSaved(reason: refusal)
    }
    rows[user] = name
    events?("database: saved \(user) \"\(name)\"")
  }

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

extension Step {
  /// The argument at an index, as a name: `""` is the empty one.
  func name(_ place: Int) throws(SceneFailure) -> String {
    let name = try argument(place)
    return name == "\"\"" ? "" : name
  }
}
