internal import SQLite

extension UserDatabase {
  package func get(_ id: Int64) throws(DataAccessError) -> UserRawModel? {
    try read(.get(id)) { [self] (connection) throws(DatabaseError) in try user(id, on: connection) }
  }

  package func get(
    _ id: Int64, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<UserRawModel?>
  ) {
    read(.get(id), completingOn: place, completion) { [self] (connection) throws(DatabaseError) in
      try user(id, on: connection)
    }
  }

  package func all() throws(DataAccessError) -> [UserRawModel] {
    try read(.all) { [self] (connection) throws(DatabaseError) in try users(on: connection) }
  }

  package func all(
    completingOn place: CompletionPlace, _ completion: @escaping Completion<[UserRawModel]>
  ) {
    read(.all, completingOn: place, completion) { [self] (connection) throws(DatabaseError) in
      try users(on: connection)
    }
  }

  private func user(
    _ id: Int64, on connection: borrowing Connection
  ) throws(DatabaseError) -> UserRawModel? {
    let user = try connection.user(id)
    if let user, let log = configuration.log { log(.conversion(user.id)) }
    return user
  }

  private func users(on connection: borrowing Connection) throws(DatabaseError) -> [UserRawModel] {
    let users = try connection.users()
    if let log = configuration.log { for user in users { log(.conversion(user.id)) } }
    return users
  }
}
