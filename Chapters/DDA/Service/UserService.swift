internal import DataAccess
public import Observing

/// The users, as the layers above see them. Reads return at once; a change is still in progress
/// when the call returns.
///
/// Results arrive as changes of a ``User``. All members can be used from any thread.
public protocol UserService: Sendable {
  /// Returns the single object of a user.
  ///
  /// - Throws: ``UserServiceError/noUser(id:)``, or ``UserServiceError/notRead(_:)``.
  func user(_ id: Int64) throws(UserServiceError) -> any User

  /// Returns the objects of all users, in the order of their ids.
  ///
  /// - Throws: ``UserServiceError/notRead(_:)``.
  func loadAll() throws(UserServiceError) -> [any User]

  /// Sends a new name to the server, then changes the user, then saves the name. Returns at once.
  ///
  /// Names of one user are sent one at a time, in the order of the calls. A name that the server
  /// refuses changes nothing.
  ///
  /// - Parameters:
  ///   - newName: 1 to 20 characters; validated on entry and by the server.
  ///   - id: The id of the user.
  ///   - completion: Called once with the outcome, at the service's completion place.
  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void)

  /// Saves the names that the server has accepted and the database refused. Names that it refuses
  /// again are kept.
  ///
  /// The service also does this when it is created and after every saved rename.
  ///
  /// - Throws: ``UserServiceError/notSaved(_:isKept:)``, the first of them, or
  ///   ``UserServiceError/notRead(_:)`` if the pending names cannot be read.
  func saveAgain() async throws(UserServiceError)
}

/// A user, as the layers above see it: it can be read and observed, but not changed.
///
/// There is one object per user, as long as it is retained. Its type belongs to the layer below and
/// is not visible to the layers above.
public protocol User: AnyObject, Sendable {
  associatedtype Name: ReadableValue<String>

  /// The id, which never changes.
  var id: Int64 { get }

  /// The name, which changes when the server has accepted a new one.
  var name: Name { get }
}

extension UserRawModel: User {}

/// The outcome of a rename.
public enum RenameOutcome: Equatable, Sendable {
  /// The server and the database have the name, and the screens show it.
  case saved
  /// The server has the name and the screens show it, but the database does not. The name is kept
  /// for ``UserService/saveAgain()``, now and after a relaunch.
  case notSaved(UserServiceError)
  /// The server does not have the name or did not confirm it; nothing has changed.
  case refused(UserServiceError)
}
