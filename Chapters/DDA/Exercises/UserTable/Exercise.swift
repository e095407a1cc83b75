import Exercising

/// Creates, reads, updates and deletes users in a table of SQLite, and tells what became of it.
///
/// The task is in Task.md, beside this file. See what yours does: `swift run workbook check UserTable`
final class UserTable: LearnersUserTable {
  private let database: any SQLRunner

  init(_ database: any SQLRunner, onChange: @escaping (TableEvent) -> Void) throws {
    self.database = database
    // TODO: make the table `user` unless it is there, and keep `onChange`.
  }

  func insert(_ user: UserRow) throws {
    // TODO: run an INSERT, with a `?` for each value.
  }

  func insert(_ users: [UserRow]) throws {
    // TODO: insert all of them, or none.
  }

  func get(_ id: Int) throws -> UserRow? {
    // TODO: run a SELECT, and make a user of the row that it gives.
    return nil
  }

  func all() throws -> [UserRow] {
    // TODO: read all users, in the order of their ids.
    return []
  }

  func update(_ user: UserRow) throws -> Bool {
    // TODO: give the user of that id the name.
    return false
  }

  func delete(_ id: Int) throws -> Bool {
    // TODO: delete the user of that id.
    return false
  }

  func save(_ user: UserRow) throws -> SaveOutcome {
    // TODO: insert or update, and say which it was.
    return .inserted
  }
}
