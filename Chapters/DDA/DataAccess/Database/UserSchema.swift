internal import Observing
internal import SQLite

/// The table, and how it came to be.
enum UserSchema {
  static let migrations = [
    Migration("users", sql: "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
  ]
}

/// What has an id and a name to be written.
protocol Writable: Sendable {
  var row: UserRow { get }
}

extension UserRawModel: Writable {
  var row: UserRow { UserRow(self) }
}

extension UserRow: Writable {
  var row: UserRow { self }
}

/// A user as it was when somebody asked for it to be written.
struct UserRow: Sendable {
  let id: Int64
  let name: String

  init(_ user: UserRawModel) {
    id = user.id
    name = user.name.value
  }
}

extension UserRawModel {
  /// Reads `id, name`.
  convenience init(_ row: borrowing Row) throws(DatabaseError) {
    self.init(id: try row[0], name: try row[1])
  }
}
