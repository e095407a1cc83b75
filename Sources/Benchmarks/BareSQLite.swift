import CSQLite

/// What the library SQLite is measured against: the same work on the C functions, with nothing
/// between, and checked as little as C lets one.
///
/// It opens the database as the library does, copies a bound text once, and decodes a text where
/// SQLite holds it.
final class BareSQLite {
  let handle: OpaquePointer

  init() {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(":memory:", &opened, flags, nil) == SQLITE_OK, let opened else {
      fatalError("SQLite opens no database in memory")
    }
    handle = opened
    execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = full")
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ script: String) {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { fatalError(script) }
  }

  /// To be finalised by the caller, or kept to the end of the process.
  func prepare(_ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK, let statement
    else { fatalError(sql) }
    return statement
  }

  static func insert(_ measurement: Measurement, with statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, Int64(measurement.id))
    var name = measurement.name
    name.withUTF8 { text in
      _ = text.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          statement, 2, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
      }
    }
    sqlite3_bind_double(statement, 3, measurement.value)
    guard sqlite3_step(statement) == SQLITE_DONE else { fatalError("insert") }
    sqlite3_reset(statement)
  }

  /// Reads the row that the statement stands on.
  static func measurement(_ statement: OpaquePointer) -> Measurement {
    let text = UnsafeBufferPointer(
      start: sqlite3_column_text(statement, 1), count: Int(sqlite3_column_bytes(statement, 1)))
    return Measurement(
      id: Int(sqlite3_column_int64(statement, 0)),
      name: String(decoding: text, as: UTF8.self),
      value: sqlite3_column_double(statement, 2))
  }

  /// `SQLITE_TRANSIENT`.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
