/// The users, and the four things that can be done with rows: create, read, update, delete.
///
/// Each returns when it is done, and writes what the models hold meanwhile.
public protocol UserRows {
  /// Reads one user.
  ///
  /// - Returns: nil if there is none of that id.
  func get(_ id: Int64) throws(DataAccessError) -> UserRawModel?

  /// Reads all users, in the order of their ids.
  func all() throws(DataAccessError) -> [UserRawModel]

  /// Adds one user.
  ///
  /// - Throws: ``DataAccessError/Cause/userExists(_:)`` if the id is taken.
  func insert(_ user: UserRawModel) throws(DataAccessError)

  /// Adds all of them or, if it throws, none.
  ///
  /// - Throws: ``DataAccessError/Cause/userExists(_:)`` if an id is taken.
  func insert(_ users: [UserRawModel]) throws(DataAccessError)

  /// Replaces what the database has of a user.
  ///
  /// - Throws: ``DataAccessError/Cause/noSuchUser(_:)``.
  func update(_ user: UserRawModel) throws(DataAccessError)

  /// Inserts the user, or updates it if the id is there.
  func save(_ user: UserRawModel) throws(DataAccessError)

  /// Removes a user.
  ///
  /// - Throws: ``DataAccessError/Cause/noSuchUser(_:)``.
  func delete(_ id: Int64) throws(DataAccessError)

  /// Removes all users, also if there are none.
  func deleteAll() throws(DataAccessError)
}
