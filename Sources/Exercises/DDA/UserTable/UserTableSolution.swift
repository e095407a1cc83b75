import Exercising

/// Users in an SQLite table. Values are bound, several rows are one transaction, and changes are
/// reported after the commit.
final class UserTable: UserTableRequirements {
  private let database: any SQLRunner
  private let onChange: (TableEvent) -> Void

  init(_ database: any SQLRunner, onChange: @escaping (TableEvent) -> Void) throws {
    self.database = database
    self.onChange = onChange
    try database.run(
      "CREATE TABLE IF NOT EXISTS user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)", [])
  }

  func insert(_ user: UserRow) throws {
    try write(user)
    onChange(.insert(user.id))
  }

  func insert(_ users: [UserRow]) throws {
    guard !users.isEmpty else { return }
    try database.run("BEGIN", [])
    do {
      for user in users { try write(user) }
      try database.run("COMMIT", [])
    } catch {
      try database.run("ROLLBACK", [])
      throw error
    }
    onChange(.refresh(rows: users.count))
  }

  func get(_ id: Int) throws -> UserRow? {
    try database.rows("SELECT id, name FROM user WHERE id = ?", [.integer(id)])
      .compactMap(user).first
  }

  func all() throws -> [UserRow] {
    try database.rows("SELECT id, name FROM user ORDER BY id", []).compactMap(user)
  }

  func update(_ user: UserRow) throws -> Bool {
    let count = try database.run(
      "UPDATE user SET name = ? WHERE id = ?", [.text(user.name), .integer(user.id)])
    guard count > 0 else { return false }
    onChange(.update(user.id))
    return true
  }

  func delete(_ id: Int) throws -> Bool {
    let count = try database.run("DELETE FROM user WHERE id = ?", [.integer(id)])
    guard count > 0 else { return false }
    onChange(.delete(id))
    return true
  }

  func save(_ user: UserRow) throws -> SaveOutcome {
    if try update(user) { return .updated }
    try insert(user)
    return .inserted
  }

  private func write(_ user: UserRow) throws {
    try database.run(
      "INSERT INTO user (id, name) VALUES (?, ?)", [.integer(user.id), .text(user.name)])
  }

  private func user(_ columns: [SQLValue]) -> UserRow? {
    guard case (.integer(let id), .text(let name)) = (columns[0], columns[1]) else { return nil }
    return UserRow(id: id, name: name)
  }
}
