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
  /// Requests a new name. `answered` is called once, later or before this returns.
  func rename(_ user: Int, to name: String, answered: @escaping (ServerAnswer) -> Void)
}

/// The model of one user. Its views show the name, and follow each change.
public protocol RawModel: AnyObject {
  var user: Int { get }
  var name: String { get set }
}

/// A database with a name for each user.
public protocol NameDatabase: AnyObject {
  /// - Throws: ``NotSaved`` if the name cannot be written. The saved name is unchanged then.
  func save(_ name: String, of user: Int) throws(NotSaved)
}

/// Why the database could not save a name.
public struct NotSaved: Error, Hashable, LocalizedError {
  public let reason: String

  public init(reason: String) { self.reason = reason }

  public var errorDescription: String? { "The name was not saved: \(reason)." }
}

/// Notes of names that are not saved yet. They outlive the app.
public protocol PendingNames: AnyObject {
  /// At most one note for each user, in the order of the users.
  var all: [(user: Int, name: String)] { get }

  /// Adds a note, which replaces an earlier note of the same user.
  func note(_ name: String, of user: Int)

  /// Removes the note of a user. Has no effect if there is none.
  func remove(_ user: Int)
}

/// The result of a rename.
public enum RenameOutcome: Sendable, Hashable, CustomStringConvertible {
  case saved
  /// The server refused the name, and nothing has changed.
  case refused(reason: String)
  /// The server accepted the name and the database could not save it. The name is shown, and noted.
  case notSaved(reason: String)

  public var description: String {
    switch self {
    case .saved: "saved"
    case .refused(let reason): "refused, \(reason)"
    case .notSaved(let reason): "not saved, \(reason)"
    }
  }
}

/// The requirements of the exercise RenameService.
public protocol LearnersRenameService: AnyObject {
  /// Creates the service at a launch, with the models from the database and the notes of former launches.
  init(
    models: [any RawModel], server: any NameServer, database: any NameDatabase,
    pending: any PendingNames)

  /// Carries out a rename, and reports its outcome once.
  func rename(_ user: Int, to name: String, completion: @escaping (RenameOutcome) -> Void)

  /// Tries to save the noted names.
  func saveAgain()
}
