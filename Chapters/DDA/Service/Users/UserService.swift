/// A server of users without a delay: what is asked for is there at once, and what is changed is on its
/// way when the call returns.
///
/// Results come as changes of a ``User``. Usable from any thread.
public protocol UserService: Sendable {
  /// The one object of this user.
  ///
  /// - Throws: ``UserServiceError/noUser(id:)``, or ``UserServiceError/notRead(_:)``.
  func user(_ id: Int64) throws(UserServiceError) -> any User

  /// The objects of all users, in order of their ids.
  ///
  /// - Throws: ``UserServiceError/notRead(_:)``.
  func loadAll() throws(UserServiceError) -> [any User]

  /// Tells the server a new name, then whoever shows it, then the database; returns at once.
  ///
  /// Names of one user are told to the server one after the other, in the order of the calls. A name
  /// that the server refuses changes nothing.
  ///
  /// - Parameters:
  ///   - newName: 1 to 20 characters; checked by whoever collected it, and by the server.
  ///   - id: whose name it is.
  ///   - told: is told once what became of it, where the service delivers.
  func modifyUserName(
    _ newName: String, of id: Int64, told: @escaping @Sendable (RenameOutcome) -> Void)

  /// Saves the names that the server has and the database refused; those that it refuses again stay.
  ///
  /// Every launch does this when it makes the service, and every rename that is saved does it after.
  ///
  /// - Throws: ``UserServiceError/notSaved(_:isKept:)``, the first of them, or
  ///   ``UserServiceError/notRead(_:)`` if what was kept cannot be read.
  func saveAgain() async throws(UserServiceError)
}

/// What became of a new name.
public enum RenameOutcome: Equatable, Sendable {
  /// The server has it, the screens show it, the database keeps it.
  case saved
  /// The server has it and the screens show it. The database does not have it: it is kept for
  /// ``UserService/saveAgain()``, now and after a relaunch.
  case notSaved(UserServiceError)
  /// The server does not have it, or did not say so; nothing has changed.
  case refused(UserServiceError)
}
