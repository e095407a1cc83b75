public import Foundation

/// What a server says to a new name.
public enum ServerAnswer: Sendable, Hashable {
  /// The name that the user has from now on, which need not be the one that was asked for.
  case accepted(String)
  /// Nothing has changed, and why.
  case refused(reason: String)
}

/// Renames users, and decides whether a name is one.
public protocol NameServer: AnyObject {
  /// Asks for a new name, and calls `answered` once, later or before this returns.
  func rename(_ user: Int, to name: String, answered: @escaping (ServerAnswer) -> Void)
}

/// What the app knows of one user. The views show its name, and any other as soon as it is set.
public protocol RawModel: AnyObject {
  var user: Int { get }
  var name: String { get set }
}

/// Keeps a name for each user.
public protocol NameDatabase: AnyObject {
  /// - Throws: ``NotSaved`` when it cannot write; it has the name that it had.
  func save(_ name: String, of user: Int) throws(NotSaved)
}

/// That the database has not got a name, and why.
public struct NotSaved: Error, Hashable, LocalizedError {
  public let reason: String

  public init(reason: String) { self.reason = reason }

  public var errorDescription: String? { "The name was not saved: \(reason)." }
}

/// Notes of the names that the database has not got. They are still there at the next launch.
public protocol PendingNames: AnyObject {
  /// At most one for each user, in the order of the users.
  var all: [(user: Int, name: String)] { get }

  /// Takes the place of an earlier note of the same user.
  func note(_ name: String, of user: Int)

  /// Does nothing when there is no note of that user.
  func remove(_ user: Int)
}

/// How a rename came out.
public enum RenameOutcome: Sendable, Hashable, CustomStringConvertible {
  case saved
  /// The server refused it: nothing has changed.
  case refused(reason: String)
  /// The server has accepted it and the database could not save it: the name is shown, and noted.
  case notSaved(reason: String)

  public var description: String {
    switch self {
    case .saved: "saved"
    case .refused(let reason): "refused, \(reason)"
    case .notSaved(let reason): "not saved, \(reason)"
    }
  }
}

/// What the exercise RenameService asks of a learner's type.
public protocol LearnersRenameService: AnyObject {
  /// The service at a launch: models as the database has them, and notes that may be from former launches.
  init(
    models: [any RawModel], server: any NameServer, database: any NameDatabase,
    pending: any PendingNames)

  /// Carries out a rename, and reports its outcome once.
  func rename(_ user: Int, to name: String, completion: @escaping (RenameOutcome) -> Void)

  /// Tries to save what was noted.
  func saveAgain()
}
