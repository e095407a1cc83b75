internal import DataAccess
public import Observing

/// A server of users without a delay: a read returns at once, and a change is under way when the call
/// returns.
///
/// Results arrive as changes of a ``User``. Usable on any thread.
public protocol UserService: Sendable {
  /// Returns the one object of this user.
  ///
  /// - Throws: ``UserServiceError/noUser(id:)``, or ``UserServiceError/notRead(_:)``.
  func user(_ id: Int64) throws(UserServiceError) -> any User

  /// Returns the objects of all users, in the order of their ids.
  ///
  /// - Throws: ``UserServiceError/notRead(_:)``.
  func loadAll() throws(UserServiceError) -> [any User]

  /// Sends a new name to the server, then changes the user, then saves the name; returns at once.
  ///
  /// Names of one user are sent one after the other, in the order of the calls. A name that the server
  /// refuses changes nothing.
  ///
  /// - Parameters:
  ///   - newName: 1 to 20 characters; checked where it was entered, and by the server.
  ///   - id: the user.
  ///   - completion: called once with the outcome, where the service delivers.
  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void)

  /// Saves the names that the server has and the database refused; those that it refuses again stay.
  ///
  /// The service does this by itself when it is created, and after every rename that is saved.
  ///
  /// - Throws: ``UserServiceError/notSaved(_:isKept:)``, the first of them, or
  ///   ``UserServiceError/notRead(_:)`` if the pending names cannot be read.
  func saveAgain() async throws(UserServiceError)
}

/// A user as the layers above see one: it can be read and observed, and not changed.
///
/// There is one object per user, as long as it is retained. The layer below defines it, and the layers
/// above never see that.
public protocol User: AnyObject, Sendable {
  associatedtype Name: ReadableValue<String>

  /// Never changes.
  var id: Int64 { get }

  /// Changes when the server has accepted another one.
  var name: Name { get }
}

extension UserRawModel: User {}

/// The outcome of a rename.
public enum RenameOutcome: Equatable, Sendable {
  /// The server has the name, the screens show it, the database stores it.
  case saved
  /// The server has the name and the screens show it. The database does not have it: it is kept for
  /// ``UserService/saveAgain()``, now and after a relaunch.
  case notSaved(UserServiceError)
  /// The server does not have the name, or did not confirm it; nothing has changed.
  case refused(UserServiceError)
}
