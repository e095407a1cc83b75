import Foundation
import SQLite
import TestSupport
import Testing

@testable import DataAccess

@Suite(.serialized)
struct `A database of users`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `keeps what it has from one opening to the next, and one file`() throws {
    for name in ["Jake", "Taylor"] {
      let users = try DataAccessFactory.users(at: folder.database)
      try users.save(.named(name))
      users.close()
    }
    let users = try DataAccessFactory.users(at: folder.database)
    let texts = try users.texts()
    users.close()
    let files = folder.names
    let connection = try Connection(at: folder.database)
    let version = try connection.schemaVersion()
    #expect(texts == ["1 Taylor"])
    #expect(files == ["users.db"])
    #expect(version == 1)
  }

  @Test
  func `is brought to the present version, with its rows`() throws {
    let first = try DataAccessFactory.users(at: folder.database)
    try first.insert(.named("Jake"))
    first.close()
    let migrations =
      UserDatabase.migrations + [
        Migration("names", sql: "UPDATE user SET name = name || ' the first'")
      ]
    let second = try UserDatabase(at: folder.database, .patient, migrations: migrations)
    let texts = try second.texts()
    second.close()
    #expect(texts == ["1 Jake the first"])
  }

  @Test
  func `whose migration fails is left as it is, and its threads end`() throws {
    let first = try DataAccessFactory.users(at: folder.database)
    try first.insert(.named("Jake"))
    first.close()
    let migrations =
      UserDatabase.migrations + [Migration("no", sql: "DELETE FROM user; SELECT no FROM where")]
    let failed = #expect(throws: DataAccessError.self) {
      _ = try UserDatabase(at: folder.database, .patient, migrations: migrations)
    }
    let again = try DataAccessFactory.users(at: folder.database)
    let texts = try again.texts()
    again.close()
    #expect(failed?.cause == .other)
    #expect(failed?.details?.contains("version 2") == true)
    #expect(texts == ["1 Jake"])
  }

  @Test
  func `can be opened twice, and both see what either wrote`() throws {
    let first = try DataAccessFactory.users(at: folder.database)
    let second = try DataAccessFactory.users(at: folder.database)
    try first.insert(.named("Jake"))
    let seen = try second.texts()
    try second.update(.named("Taylor"))
    let seenBack = try first.texts()
    first.close()
    second.close()
    #expect(seen == ["1 Jake"])
    #expect(seenBack == ["1 Taylor"])
  }
}
