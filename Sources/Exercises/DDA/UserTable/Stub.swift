import Exercising

/// Creates, reads, updates and deletes users in a table of SQLite, and reports the changes.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check UserTable`
final class UserTable: UserTableRequirements {
  private let database: any SQLRunner

  init(_ database: any SQLRunner, onChange: @escaping (TableEvent) -> Void) throws {
    self.database = database
    // TODO: create the table `user` unless it exists, and store `onChange`.
  }

  func insert(_ user: UserRow) throws {
    // TODO: run an INSERT, with a `?` for each value.
  }

  func insert(_ users: [UserRow]) throws {
    // TODO: insert all users, or none.
  }

  func get(_ id: Int) throws -> UserRow? {
    // TODO: run a SELECT, and make a user of its row.
    return nil
  }

  func all() throws -> [UserRow] {
    // TODO: read all users, in the order of their ids.
    return []
  }

  func update(_ user: UserRow) throws -> Bool {
    // TODO: set the name of the user with this id.
    return false
  }

  func delete(_ id: Int) throws -> Bool {
    // TODO: delete the user with this id.
    return false
  }

  func save(_ user: UserRow) throws -> SaveOutcome {
    // TODO: insert or update, and return which it was.
    return .inserted
  }
}
