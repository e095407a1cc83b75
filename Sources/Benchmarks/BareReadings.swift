import CSQLite
import Foundation

/// The reference for the confined store: the same rows in a file, through SQLite's C functions.
final class BareReadings {
  let database: BareSQLite
  private let folder = WorkloadFolder()

  init(filledWith count: Int = 0) {
    database = BareSQLite(at: folder.url.appending(path: "bare.db").path)
    database.execute(
      "CREATE TABLE Reading (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value REAL NOT NULL)")
    let insertion = database.prepare("INSERT INTO Reading VALUES (?, ?, ?)")
    database.execute("BEGIN")
    for reading in Reading.sample(count) { insert(reading, with: insertion) }
    database.execute("COMMIT")
  }

  func insert(_ reading: Reading, with statement: OpaquePointer) {
    BareSQLite.insert(
      Measurement(id: reading.id, name: reading.name, value: reading.value), with: statement)
  }

  func count(above value: Double, with statement: OpaquePointer) -> Int {
    sqlite3_bind_double(statement, 1, value)
    defer { sqlite3_reset(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : -1
  }

  func readings(above value: Double, with statement: OpaquePointer) -> [Measurement] {
    sqlite3_bind_double(statement, 1, value)
    defer { sqlite3_reset(statement) }
    var rows: [Measurement] = []
    while sqlite3_step(statement) == SQLITE_ROW { rows.append(BareSQLite.measurement(statement)) }
    return rows
  }
}
