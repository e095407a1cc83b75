import CSQLite
import DataAccess
import Foundation
import Observing

/// The reference for the data access layer: users in a file, through SQLite's C functions.
final class BareUsers: @unchecked Sendable {
  // Unchecked because one thread at a time uses it.
  private let database: BareSQLite
  private let insertion: OpaquePointer
  private let selection: OpaquePointer
  private let everyRow: OpaquePointer
  private let begin: OpaquePointer
  private let commit: OpaquePointer
  private let folder = WorkloadFolder()

  init() {
    database = BareSQLite(at: folder.url.appending(path: "bare.db").path)
    database.execute("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    insertion = database.prepare("INSERT INTO user (id, name) VALUES (?, ?)")
    selection = database.prepare("SELECT id, name FROM user WHERE id = ?")
    everyRow = database.prepare("SELECT id, name FROM user ORDER BY id")
    begin = database.prepare("BEGIN")
    commit = database.prepare("COMMIT")
  }

  deinit {
    for statement in [insertion, selection, everyRow, begin, commit] { sqlite3_finalize(statement) }
  }

  func replaceAll(with users: [UserRawModel]) {
    database.execute("BEGIN IMMEDIATE; DELETE FROM user; COMMIT; BEGIN IMMEDIATE")
    for user in users {
      sqlite3_bind_int64(insertion, 1, user.id)
      BareSQLite.bind(user.name.value, at: 2, to: insertion)
      guard sqlite3_step(insertion) == SQLITE_DONE else { giveUp("insert") }
      sqlite3_reset(insertion)
    }
    database.execute("COMMIT")
  }

  func inTransaction(_ body: () -> Void) {
    database.run(begin)
    body()
    database.run(commit)
  }

  func all() -> [UserRawModel] {
    defer { sqlite3_reset(everyRow) }
    var users: [UserRawModel] = []
    while sqlite3_step(everyRow) == SQLITE_ROW { users.append(Self.user(everyRow)) }
    return users
  }

  func user(_ id: Int64) -> UserRawModel? {
    sqlite3_bind_int64(selection, 1, id)
    defer { sqlite3_reset(selection) }
    return sqlite3_step(selection) == SQLITE_ROW ? Self.user(selection) : nil
  }

  private static func user(_ statement: OpaquePointer) -> UserRawModel {
    let text = UnsafeBufferPointer(
      start: sqlite3_column_text(statement, 1), count: Int(sqlite3_column_bytes(statement, 1)))
    return UserRawModel(
      id: sqlite3_column_int64(statement, 0), name: String(decoding: text, as: UTF8.self))
  }
}
