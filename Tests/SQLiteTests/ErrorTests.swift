import Foundation
import SQLite
import Testing

struct `An error of the database` {
  @Test
  func `keeps a code that has no name`() {
    let unknown = DatabaseError.Code(rawValue: 99 | 7 << 8)
    let error = DatabaseError.failed(code: unknown, message: "new", sql: nil, path: nil)
    #expect(error.code == unknown)
    #expect(unknown.primary.rawValue == 99)
    #expect(error.matches(unknown.primary))
    #expect(!error.matches(.busy))
  }

  @Test
  func `matches the code that its own code refines, but not the reverse`() {
    let snapshot = DatabaseError.failed(code: .busySnapshot, message: "", sql: nil, path: nil)
    let busy = DatabaseError.failed(code: .busy, message: "", sql: nil, path: nil)
    let matches = [snapshot.matches(.busy), busy.matches(.busy), busy.matches(.busySnapshot)]
    #expect(matches == [true, true, false])
  }

  @Test(arguments: [
    (
      DatabaseError.failed(
        code: .busy, message: "database is locked", sql: "BEGIN immediate", path: "/news.sqlite"),
      "SQLite refused while it ran BEGIN immediate: database is locked (code 5, /news.sqlite). "
        + "Another connection is writing: try again later, or with a longer busyTimeout."
    ),
    (
      .failed(
        code: .cannotOpen, message: "unable to open database file: Too many open files", sql: nil,
        path: "/news.sqlite"),
      "SQLite refused: unable to open database file: Too many open files (code 14, /news.sqlite). "
        + "Raise the limit of open files (`ulimit -n`), or close some."
    ),
    (
      .failed(
        code: .cannotOpen, message: "unable to open database file: Permission denied", sql: nil,
        path: "/news.sqlite"),
      "SQLite refused: unable to open database file: Permission denied (code 14, /news.sqlite). "
        + "Check that the folder exists and that the path names a file you may read."
    ),
    (
      .wrongType(column: "age", wanted: "Int", found: "NULL", sql: "SELECT age"),
      "The column age of SELECT age was read as Int and holds NULL. Read it as an Optional."
    ),
    (
      .newerVersion(found: 3, known: 2, path: "/news.sqlite"),
      "The database /news.sqlite has version 3, but this program supports only 2. "
        + "Install a newer version of the program."
    ),
    (
      .notOneStatement(sql: "a\0"),
      #""a\0" is not exactly one statement. Use execute(_:) for a script."#
    ),
    (
      .wrongParameterCount(wanted: 1, given: 2, sql: "SELECT ?"),
      "SELECT ? has 1 parameter(s) and received 2 value(s). Pass one for each parameter."
    ),
    (
      .notAFile(URL(filePath: "/news\0.sqlite")),
      "file:///news%00.sqlite has a NUL (%00) in its path, which no file has. Remove it."
    ),
    (
      .migrationFailed(
        version: 2, title: "news",
        reason: .failed(code: .full, message: "database or disk is full", sql: nil, path: nil)),
      "The migration to version 2, news, failed and was rolled back. SQLite refused: database or disk "
        + "is full (code 13, a database in memory). Free some space, then try again; the transaction was "
        + "not stored."
    ),
  ])
  func `describes the failure and the remedy`(error: DatabaseError, sentences: String) {
    #expect(error.description == sentences)
    #expect(error.localizedDescription == sentences)
  }
}
