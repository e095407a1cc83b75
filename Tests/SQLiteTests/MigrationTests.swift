import Foundation
import SQLite
import TestSupport
import Testing

struct `A migration`: ~Copyable {
  let folder: TemporaryFolder
  let connection: Connection

  static let people = Migration(
    "people", sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT); -- the first\n")
  static let ann = Migration("Ann", sql: "INSERT INTO people VALUES (1, 'Ann')")
  static let broken = Migration(
    "Bob, twice", sql: "INSERT INTO people VALUES (2, 'Bob'); INSERT INTO people VALUES (2, 'Bob');"
  )

  init() throws {
    let folder = try TemporaryFolder()
    connection = try Connection(at: folder.database, .impatient)
    self.folder = folder
  }

  @Test
  func `runs once, in order`() throws {
    try connection.migrate([Self.people])
    try connection.migrate([Self.people, Self.ann])
    try connection.migrate([Self.people, Self.ann])
    let names = try connection.names()
    let version = try connection.schemaVersion()
    #expect(names == ["Ann"])
    #expect(version == 2)
  }

  @Test(arguments: [-1, Int(Int32.min)])
  func `of a negative version is refused before any change`(version: Int) throws {
    try connection.execute("PRAGMA user_version = \(version)")
    let error = #expect(throws: DatabaseError.self) { try connection.migrate([Self.people]) }
    #expect(error == .invalidVersion(version, path: folder.database.path))
    let after = try connection.schemaVersion()
    #expect(after == version)
  }

  @Test
  func `that fails keeps the results of earlier ones, and can be corrected`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try connection.migrate([Self.people, Self.ann, Self.broken])
    }
    let names = try connection.names()
    let version = try connection.schemaVersion()
    #expect(error?.code == .primaryKeyConstraint)
    #expect(error?.description.hasPrefix("The migration to version 3, Bob, twice, failed") == true)
    #expect(names == ["Ann"])
    #expect(version == 2)
    let mended = Migration("Bob", sql: "INSERT INTO people VALUES (2, 'Bob')")
    try connection.migrate([Self.people, Self.ann, mended])
    let after = try connection.names()
    #expect(after == ["Ann", "Bob"])
  }

  @Test
  func `does not change a database of a newer program`() throws {
    try connection.migrate([Self.people, Self.ann])
    let error = #expect(throws: DatabaseError.self) { try connection.migrate([Self.people]) }
    let names = try connection.names()
    #expect(error == .newerVersion(found: 2, known: 1, path: folder.database.path))
    #expect(names == ["Ann"])
  }
}
