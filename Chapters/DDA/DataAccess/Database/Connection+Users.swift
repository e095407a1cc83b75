internal import SQLite

// The SQL of this layer, all of it.
extension Connection {
  func user(_ id: Int64) throws(DatabaseError) -> UserRawModel? {
    try first("SELECT id, name FROM user WHERE id = ?", id) { (row) throws(DatabaseError) in
      try UserRawModel(row)
    }
  }

  func users() throws(DatabaseError) -> [UserRawModel] {
    try rows("SELECT id, name FROM user ORDER BY id") { (row) throws(DatabaseError) in
      try UserRawModel(row)
    }
  }

  private static var insertion: String { "INSERT INTO user (id, name) VALUES (?, ?)" }

  func insert(_ row: UserRow) throws(DatabaseError) { try run(Self.insertion, row.id, row.name) }

  /// Keeps in `next` the id that is being inserted, for the caller to know which one failed.
  func insert(_ users: [some Writable], next: inout Int64) throws(DatabaseError) {
    try prepared(Self.insertion) { (insertion) throws(DatabaseError) in
      for user in users {
        let row = user.row
        next = row.id
        try insertion.bind(row.id, row.name)
        try insertion.run()
      }
    }
  }

  /// - Returns: how many rows there were to update, one or none.
  func update(_ row: UserRow) throws(DatabaseError) -> Int {
    try run("UPDATE user SET name = ? WHERE id = ?", row.name, row.id)
    return changeCount
  }

  /// - Returns: how many rows there were to delete, one or none.
  func delete(_ id: Int64) throws(DatabaseError) -> Int {
    try run("DELETE FROM user WHERE id = ?", id)
    return changeCount
  }

  /// - Returns: how many rows there were.
  func deleteAll() throws(DatabaseError) -> Int {
    try run("DELETE FROM user")
    return changeCount
  }
}
