import CSQLite
import Foundation

/// Rows of ``Reading`` in a file or in memory, through SQLite's C functions. It opens the database
/// with the library's settings, copies a bound text once, and decodes a text without a copy.
final class BareReadings {
  private let handle: OpaquePointer

  /// A file has the library's defaults: a write-ahead log, and a sync at each commit.
  init(filledWith count: Int = 0, inMemory: Bool = false) {
    let path = inMemory ? ":memory:" : newFolder().appending(path: "bare.db").path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      giveUp("SQLite opens no database at \(path)")
    }
    handle = opened
    execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = full")
    if !inMemory { execute("PRAGMA journal_mode = wal") }
    execute(Reading.table)
    replaceAll(with: Reading.sample(count))
  }

  deinit { sqlite3_close_v2(handle) }

  func replaceAll(with readings: [Reading]) {
    execute("BEGIN IMMEDIATE; DELETE FROM Reading")
    let insertion = prepare(Reading.insertion)
    for reading in readings { insert(reading, with: insertion) }
    sqlite3_finalize(insertion)
    execute("COMMIT")
  }

  func insert(_ reading: Reading, with statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, Int64(reading.id))
    Self.bind(reading.name, at: 2, to: statement)
    sqlite3_bind_double(statement, 3, reading.value)
    run(statement)
  }

  func all(with statement: OpaquePointer) -> [Reading] {
    defer { sqlite3_reset(statement) }
    var readings: [Reading] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      readings.append(
        Reading(
          id: Int(sqlite3_column_int64(statement, 0)), name: Self.text(statement, 1),
          value: sqlite3_column_double(statement, 2)))
    }
    return readings
  }

  func number(with statement: OpaquePointer) -> Int? {
    defer { sqlite3_reset(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : nil
  }

  func prepare(_ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK, let statement
    else { giveUp(message(sql)) }
    return statement
  }

  /// Runs a statement without rows.
  func run(_ statement: OpaquePointer) {
    guard sqlite3_step(statement) == SQLITE_DONE else { giveUp(message("a step")) }
    sqlite3_reset(statement)
  }

  private func execute(_ script: String) {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { giveUp(message(script)) }
  }

  private func message(_ words: String) -> String {
    "\(words): \(String(cString: sqlite3_errmsg(handle)))"
  }

  private static func bind(_ text: String, at position: Int32, to statement: OpaquePointer) {
    // `SQLITE_TRANSIENT`
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    text.withUTF8 { text in
      _ = text.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          statement, position, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
      }
    }
  }

  @inline(__always)
  private static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
    String(
      decoding: UnsafeBufferPointer(
        start: sqlite3_column_text(statement, column),
        count: Int(sqlite3_column_bytes(statement, column))),
      as: UTF8.self)
  }
}
