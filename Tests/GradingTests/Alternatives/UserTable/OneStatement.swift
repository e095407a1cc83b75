import Exercising

/// Each operation is a single statement, even for several rows. SQLite runs a statement atomically.
final class UserTable: UserTableRequirements {
  private let database: any SQLRunner
  private let onChange: (TableEvent) -> Void

  init(_ database: any SQLRunner, onChange: @escaping (TableEvent) -> Void) throws {
    (self.database, self.onChange) = (database, onChange)
    let tables = try database.rows(
      "SELECT name FROM sqlite_master WHERE type = ? AND name = ?", [.text("table"), .text("user")])
    if tables.isEmpty {
      try database.run("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)", [])
    }
  }

  func insert(_ user: UserRow) throws { try add([user], .insert(user.id)) }

  func insert(_ users: [UserRow]) throws {
    if !users.isEmpty { try add(users, .refresh(rows: users.count)) }
  }

  private func add(_ users: [UserRow], _ event: TableEvent) throws {
    let places = Array(repeating: "(?, ?)", count: users.count).joined(separator: ", ")
    try database.run(
      "INSERT INTO user (id, name) VALUES \(places)",
      users.flatMap { [SQLValue.integer($0.id), .text($0.name)] })
    onChange(event)
  }

  func get(_ id: Int) throws -> UserRow? { try users("WHERE id = ?", [.integer(id)]).first }

  func all() throws -> [UserRow] { try users("ORDER BY id ASC", []) }

  func update(_ user: UserRow) throws -> Bool {
    guard try get(user.id) != nil else { return false }
    _ = try save(user)
    return true
  }

  func delete(_ id: Int) throws -> Bool {
    let isThere = try get(id) != nil
    try database.run("DELETE FROM user WHERE id = ?", [.integer(id)])
    if isThere { onChange(.delete(id)) }
    return isThere
  }

  func save(_ user: UserRow) throws -> SaveOutcome {
    let isThere = try get(user.id) != nil
    try database.run(
      """
      INSERT INTO user (name, id) VALUES (?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name
      """, [.text(user.name), .integer(user.id)])
    onChange(isThere ? .update(user.id) : .insert(user.id))
    return isThere ? .updated : .inserted
  }

  private func users(_ rest: String, _ values: [SQLValue]) throws -> [UserRow] {
    try database.rows("SELECT id, name FROM user \(rest)", values).map { columns in
      switch (columns[0], columns[1]) {
      case (.integer(let id), .text(let name)): UserRow(id: id, name: name)
      default: throw SQLRefusal("a row is no user")
      }
    }
  }
}
