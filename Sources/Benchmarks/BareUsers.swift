import CSQLite
import DataAccess
import Foundation
import Observing

/// The reference for the data access layer: users in a file, through SQLite's C functions.
final class BareUsers: @unchecked Sendable {
  // Unchecked because one thread at a time uses it.
  private let database: BareSQLite
  private let selection: OpaquePointer
  private let everyRow: OpaquePointer
  private let begin: OpaquePointer
  private let commit: OpaquePointer
  private let folder = WorkloadFolder()

  init(filledWith users: [UserRawModel]) {
    database = BareSQLite(at: folder.url.appending(path: "bare.db").path)
    database.execute("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    selection = database.prepare("SELECT id, name FROM user WHERE id = ?")
    everyRow = database.prepare("SELECT id, name FROM user ORDER BY id")
    begin = database.prepare("BEGIN")
    commit = database.prepare("COMMIT")
    let insertion = database.prepare("INSERT INTO user (id, name) VALUES (?, ?)")
    inTransaction {
      for user in users {
        sqlite3_bind_int64(insertion, 1, user.id)
        BareSQLite.bind(user.name.value, at: 2, to: insertion)
        database.run(insertion)
      }
    }
    sqlite3_finalize(insertion)
  }

  deinit {
    for statement in [selection, everyRow, begin, commit] { sqlite3_finalize(statement) }
  }

  func inTransaction(_ body: () -> Void) {
    database.run(begin)
    body()
    database.run(commit)
  }

  func all() -> [UserRawModel] { database.rows(of: everyRow, Self.user) }

  func user(_ id: Int64) -> UserRawModel? {
    sqlite3_bind_int64(selection, 1, id)
    return database.row(of: selection, Self.user)
  }

  @inline(__always)
  private static func user(_ statement: OpaquePointer) -> UserRawModel {
    UserRawModel(id: sqlite3_column_int64(statement, 0), name: BareSQLite.text(statement, 1))
  }
}
