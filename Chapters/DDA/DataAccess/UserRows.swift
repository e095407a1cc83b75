public import Observing

/// The users of a database, with the four operations on rows: create, read, update and delete.
///
/// The operations are synchronous and write the current state of the models.
public protocol UserRows {
  /// Reads one user.
  ///
  /// - Returns: The user; nil if there is no user with that id.
  func get(_ id: Int64) throws(DataAccessError) -> UserRawModel?

  /// Reads all users, in the order of their ids.
  func all() throws(DataAccessError) -> [UserRawModel]

  /// Adds one user.
  ///
  /// - Throws: ``DataAccessError/Cause/userExists(_:)`` if the id is taken.
  func insert(_ user: UserRawModel) throws(DataAccessError)

  /// Adds all users or, if it throws, none.
  ///
  /// - Throws: ``DataAccessError/Cause/userExists(_:)`` if an id is taken.
  func insert(_ users: [UserRawModel]) throws(DataAccessError)

  /// Replaces the row of a user.
  ///
  /// - Throws: ``DataAccessError/Cause/noSuchUser(_:)``.
  func update(_ user: UserRawModel) throws(DataAccessError)

  /// Inserts the user, or updates the row if it exists.
  func save(_ user: UserRawModel) throws(DataAccessError)

  /// Removes a user.
  ///
  /// - Throws: ``DataAccessError/Cause/noSuchUser(_:)``.
  func delete(_ id: Int64) throws(DataAccessError)

  /// Removes all users; has no effect if there are none.
  func deleteAll() throws(DataAccessError)
}

/// The model of a user: each row is converted to one when it is read.
///
/// The service shares one instance per user; views do not bind to it. Setting the name does not
/// write to the database.
public final class UserRawModel: Sendable {
  /// The row's primary key.
  public let id: Int64
  /// The name: any text, even empty. The Application layer decides which names are valid.
  public let name: ObservableValue<String>

  /// Creates a model for a row, or for a user that is not in the database yet.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = ObservableValue(name)
  }
}
