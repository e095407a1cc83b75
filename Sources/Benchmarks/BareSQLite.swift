import CSQLite

/// The reference for the SQLite library: the same work through the C functions, with as few checks
/// as C allows.
///
/// Like the library, it opens the database with the same settings, copies a bound text once, and
/// decodes a text without an intermediate copy.
final class BareSQLite {
  let handle: OpaquePointer

  /// - Parameter path: A file, with the library's defaults: a write-ahead log, and a sync at each
  ///   commit.
  init(at path: String = ":memory:") {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      giveUp("SQLite opens no database at \(path)")
    }
    handle = opened
    execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = full")
    if path != ":memory:" { execute("PRAGMA journal_mode = wal") }
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ script: String) {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { giveUp(message(script)) }
  }

  private func message(_ words: String) -> String {
    "\(words): \(String(cString: sqlite3_errmsg(handle)))"
  }

  /// Runs a statement without rows.
  func run(_ statement: OpaquePointer) {
    guard sqlite3_step(statement) == SQLITE_DONE else { giveUp(message("a step")) }
    sqlite3_reset(statement)
  }

  /// The caller must finalize the statement or keep it until the process ends.
  func prepare(_ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK, let statement
    else { giveUp(message(sql)) }
    return statement
  }

  static func insert(_ measurement: Measurement, with statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, Int64(measurement.id))
    bind(measurement.name, at: 2, to: statement)
    sqlite3_bind_double(statement, 3, measurement.value)
    guard sqlite3_step(statement) == SQLITE_DONE else { giveUp("insert") }
    sqlite3_reset(statement)
  }

  static func bind(_ text: String, at position: Int32, to statement: OpaquePointer) {
    var text = text
    text.withUTF8 { text in
      _ = text.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          statement, position, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
      }
    }
  }

  /// Reads the statement's current row.
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
