import CSQLite

/// The reference for the SQLite library: the same work through the C functions, with as few checks
/// as C allows.
///
/// Like the library, it opens the database with the same settings, copies a bound text once, and
/// decodes a text without an intermediate copy.
final class BareSQLite {
  private let handle: OpaquePointer

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

  /// The caller must finalize the statement or keep it until the process ends.
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

  /// The first row of a statement, or nil.
  @inline(__always)
  func row<Row>(of statement: OpaquePointer, _ read: (OpaquePointer) -> Row) -> Row? {
    defer { sqlite3_reset(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? read(statement) : nil
  }

  @inline(__always)
  func rows<Row>(of statement: OpaquePointer, _ read: (OpaquePointer) -> Row) -> [Row] {
    defer { sqlite3_reset(statement) }
    var rows: [Row] = []
    while sqlite3_step(statement) == SQLITE_ROW { rows.append(read(statement)) }
    return rows
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

  /// A text of the statement's current row.
  @inline(__always)
  static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
    String(
      decoding: UnsafeBufferPointer(
        start: sqlite3_column_text(statement, column),
        count: Int(sqlite3_column_bytes(statement, column))),
      as: UTF8.self)
  }

  /// `SQLITE_TRANSIENT`.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
