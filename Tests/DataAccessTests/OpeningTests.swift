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
  func `keeps its rows from one opening to the next, in one file`() throws {
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
  func `is migrated to the current version, with its rows`() throws {
    let first = try DataAccessFactory.users(at: folder.database)
    try first.insert(.named("Jake"))
    first.close()
    let migrations =
      UserDatabase.migrations + [
        Migration("names", sql: "UPDATE user SET name = name || ' the first'")
      ]
    let second = try UserDatabase(
      at: folder.database, busyTimeout: .patient, migrations: migrations)
    let texts = try second.texts()
    second.close()
    #expect(texts == ["1 Jake the first"])
  }

  @Test
  func `whose migration fails is unchanged, and its threads end`() throws {
    let first = try DataAccessFactory.users(at: folder.database)
    try first.insert(.named("Jake"))
    first.close()
    let migrations =
      UserDatabase.migrations + [Migration("no", sql: "DELETE FROM user; SELECT no FROM where")]
    let failed = #expect(throws: DataAccessError.self) {
      _ = try UserDatabase(at: folder.database, busyTimeout: .patient, migrations: migrations)
    }
    let again = try DataAccessFactory.users(at: folder.database)
    let texts = try again.texts()
    again.close()
    #expect(failed?.cause == .other)
    #expect(failed?.details?.contains("version 2") == true)
    #expect(texts == ["1 Jake"])
  }

  @Test
  func `can be opened twice, and both read what either wrote`() throws {
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

/// A file or a folder whose permissions do not allow writing.
@Suite(.serialized)
struct `A read-only database`: ~Copyable {
  let folder: TemporaryFolder

  init() throws {
    let folder = try TemporaryFolder()
    let database = try UserDatabase(at: folder.database, busyTimeout: .patient)
    try database.insert(.named("Jake"))
    database.close()
    self.folder = folder
  }

  @Test(.exitTest)
  func `with read-only file permissions is read, and refuses each write`() async throws {
    chmod(folder.database.path, 0o444)
    chmod(folder.url.path, 0o777)
    let path = folder.database.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Root ignores permissions, so the test drops its privileges.
      if geteuid() == 0 { setuid(65534) }
      let database = try UserDatabase(at: URL(filePath: path), busyTimeout: .patient)
      let causes = [
        cause { try database.save(.named("Taylor")) },
        cause { try database.insert([.named("Ann", id: 2)]) },
        cause { try database.deleteAll() },
        database.outcome { try $0.save(.named("Zoe")) },
      ]
      let texts = try database.texts()
      database.close()
      #expect(causes == [.readOnly, .readOnly, .readOnly, .readOnly])
      #expect(texts == ["1 Jake"])
    }
  }

  @Test(.exitTest)
  func `with read-only folder permissions cannot be opened, and reports it`() async throws {
    chmod(folder.url.path, 0o555)
    let path = folder.database.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      if geteuid() == 0 { setuid(65534) }
      let error = #expect(throws: DataAccessError.self) {
        try UserDatabase(at: URL(filePath: path), busyTimeout: .patient).close()
      }
      let text = error?.description ?? ""
      #expect(error?.cause == .readOnly)
      #expect(text.hasPrefix("The database is read-only. Try again when it can be written. "))
      #expect(text.contains(path))
    }
    chmod(folder.url.path, 0o755)
    let again = try UserDatabase(at: folder.database, busyTimeout: .patient)
    let texts = try again.texts()
    again.close()
    #expect(texts == ["1 Jake"])
  }
}
