public import Observing

/// The users of a database, and the four operations on rows: create, read, update, delete.
///
/// Each operation returns when it is done, and writes what the models contain at that moment.
public protocol UserRows {
  /// Reads one user.
  ///
  /// - Returns: nil if there is no user of that id.
  func get(_ id: Int64) throws(DataAccessError) -> UserRawModel?

  /// Reads all users, in the order of their ids.
  func all() throws(DataAccessError) -> [UserRawModel]

  /// Adds one user.
  ///
  /// - Throws: ``DataAccessError/Cause/userExists(_:)`` if the id is taken.
  func insert(_ user: UserRawModel) throws(DataAccessError)

  /// Adds all of the users or, if it throws, none.
  ///
  /// - Throws: ``DataAccessError/Cause/userExists(_:)`` if an id is taken.
  func insert(_ users: [UserRawModel]) throws(DataAccessError)

  /// Replaces the row of a user.
  ///
  /// - Throws: ``DataAccessError/Cause/noSuchUser(_:)``.
  func update(_ user: UserRawModel) throws(DataAccessError)

  /// Inserts the user, or updates the row if the id exists.
  func save(_ user: UserRawModel) throws(DataAccessError)

  /// Removes a user.
  ///
  /// - Throws: ``DataAccessError/Cause/noSuchUser(_:)``.
  func delete(_ id: Int64) throws(DataAccessError)

  /// Removes all users; has no effect if there are none.
  func deleteAll() throws(DataAccessError)
}

/// A user as the database stores it: the object that a row becomes as soon as it is read.
///
/// The service shares it and keeps one for each user; no view is bound to it. Setting the name does
/// not change the database: writing is an operation of its own.
public final class UserRawModel: Sendable {
  /// The row's primary key.
  public let id: Int64
  /// Any text, the empty one included; which names are valid is decided by the application.
  public let name: ObservableValue<String>

  /// Creates a model of a row that was read, or of a user that is not in the database yet.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = ObservableValue(name)
  }
}
