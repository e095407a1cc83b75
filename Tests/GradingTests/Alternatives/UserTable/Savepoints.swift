import Exercising

/// Each write is a savepoint. Its events wait until the savepoint is released.
final class UserTable: UserTableRequirements {
  private enum Statement: String {
    case make = "CREATE TABLE IF NOT EXISTS user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
    case add = "INSERT OR IGNORE INTO user VALUES (?1, ?2)"
    case change = "UPDATE user SET name = ?2 WHERE id = ?1"
    case remove = "DELETE FROM user WHERE id = ?1"
    case one = "SELECT id, name FROM user WHERE id = ?1"
    case every = "SELECT id, name FROM user WHERE id IS NOT NULL ORDER BY id"
  }

  private struct Taken: Error {}

  private let database: any SQLRunner
  private let onChange: (TableEvent) -> Void
  private var events: [TableEvent] = []

  init(_ database: any SQLRunner, onChange: @escaping (TableEvent) -> Void) throws {
    self.database = database
    self.onChange = onChange
    _ = try run(.make)
  }

  func insert(_ user: UserRow) throws { try write { try add(user) } }

  func insert(_ users: [UserRow]) throws {
    try write {
      for user in users { try add(user) }
      if !users.isEmpty { events = [.refresh(rows: users.count)] }
    }
  }

  func get(_ id: Int) throws -> UserRow? { try read(.one, [.integer(id)]).first }

  func all() throws -> [UserRow] { try read(.every) }

  func update(_ user: UserRow) throws -> Bool {
    try write { try change(user) }
  }

  func delete(_ id: Int) throws -> Bool {
    try write {
      let isThere = try run(.remove, [.integer(id)]) == 1
      if isThere { events.append(.delete(id)) }
      return isThere
    }
  }

  func save(_ user: UserRow) throws -> SaveOutcome {
    try write {
      if try change(user) { return .updated }
      try add(user)
      return .inserted
    }
  }

  private func add(_ user: UserRow) throws {
    guard try run(.add, [.integer(user.id), .text(user.name)]) == 1 else { throw Taken() }
    events.append(.insert(user.id))
  }

  private func change(_ user: UserRow) throws -> Bool {
    let isThere = try run(.change, [.integer(user.id), .text(user.name)]) == 1
    if isThere { events.append(.update(user.id)) }
    return isThere
  }

  private func write<Result>(_ work: () throws -> Result) throws -> Result {
    events = []
    try database.run("SAVEPOINT work", [])
    let result: Result
    do { result = try work() } catch {
      try database.run("ROLLBACK TO work", [])
      try database.run("RELEASE work", [])
      throw error
    }
    try database.run("RELEASE work", [])
    events.forEach(onChange)
    return result
  }

  private func run(_ statement: Statement, _ values: [SQLValue] = []) throws -> Int {
    try database.run(statement.rawValue, values)
  }

  private func read(_ statement: Statement, _ values: [SQLValue] = []) throws -> [UserRow] {
    var users: [UserRow] = []
    for row in try database.rows(statement.rawValue, values) {
      if case .integer(let id) = row[0], case .text(let name) = row[1] {
        users.append(UserRow(id: id, name: name))
      }
    }
    return users
  }
}
