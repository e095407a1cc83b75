import Foundation
import SQLite
import TestSupport
import Testing

struct `Opening a database`: ~Copyable {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func refusal(
    at file: URL, _ configuration: Connection.Configuration = .impatient
  ) -> DatabaseError? {
    #expect(throws: DatabaseError.self) { _ = try Connection(at: file, configuration) }
  }

  @Test
  func `reads what an earlier connection stored, and applies its configuration`() throws {
    let first = try Connection.people(at: folder.database)
    _ = consume first
    let second = try Connection(at: folder.database)
    let names = try second.names()
    let journal: String = try second.value("PRAGMA journal_mode")
    let foreignKeys: Bool = try second.value("PRAGMA foreign_keys")
    let synchronous: Int = try second.value("PRAGMA synchronous")
    let timeout: Int = try second.value("PRAGMA busy_timeout")
    #expect(names == ["Ann", "Bob"])
    #expect(journal == "wal")
    #expect(foreignKeys)
    #expect(synchronous == 2)
    #expect(timeout == 5000)
    let path = second.path
    #expect(path == folder.database.path)
  }

  @Test(arguments: [
    (Duration.milliseconds(20), 20), (.zero, 0), (.seconds(-1), 0), (.microseconds(1999), 1),
    (.seconds(Int64.max), Int(Int32.max)), (.seconds(Int64.min), 0), (.milliseconds(-1), 0),
    (.seconds(Int64.max / 1000) + .milliseconds(999), Int(Int32.max)),
  ])
  func `sets the timeout in milliseconds`(timeout: Duration, expected: Int) throws {
    let connection = try Connection(
      at: folder.database, .standard.with(\.busyTimeout, timeout))
    let milliseconds: Int = try connection.value("PRAGMA busy_timeout")
    #expect(milliseconds == expected)
  }

  @Test
  func `ends with the owner's scope, which closes the file and all statements`() throws {
    do {
      let connection = try Connection.people(at: folder.database)
      _ = try connection.names()
    }
    #expect(folder.names == ["news.sqlite"])
  }

  @Test
  func `for reading refuses writes, even to a writable file`() throws {
    let writer = try Connection.people(at: folder.database)
    let reader = try Connection(at: folder.database, .impatient.with(\.isReadOnly, true))
    let names = try reader.names()
    let error = #expect(throws: DatabaseError.self) { try reader.insert(3, "Cid") }
    #expect(names == ["Ann", "Bob"])
    #expect(error?.code == .readOnly)
    _ = consume writer
  }

  @Test
  func `for reading does not create a file`() {
    let error = refusal(at: folder.database, .impatient.with(\.isReadOnly, true))
    let expected = DatabaseError.failed(
      code: .cannotOpen, message: "unable to open database file: No such file or directory",
      sql: nil, path: folder.database.path)
    #expect(error == expected)
    #expect(folder.names == [])
  }

  @Test
  func `in a missing folder, or of a folder, is refused`() {
    let missing = folder.url.appending(path: "missing/news.sqlite")
    let errors = [refusal(at: missing), refusal(at: folder.url)]
    #expect(errors.map { $0?.matches(.cannotOpen) } == [true, true])
  }

  @Test
  func `treats names that are special to SQLite as files`() throws {
    for name in [":memory:", "file:x?mode=ro", "a b%20c🙂"] {
      let file = folder.url.appending(path: name)
      let connection = try Connection.people(at: file)
      let path = connection.path
      #expect(path == file.path)
      #expect(FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test
  func `on another machine, or with a NUL in the path, is refused, and creates no file`() throws {
    let url = try #require(URL(string: "https://example.org/news.sqlite"))
    for file in [url, folder.file("news\0.sqlite")] {
      #expect(refusal(at: file) == .notAFile(file))
    }
    #expect(folder.names == [])
  }
  @Test
  func `of another kind of file leaves the file unchanged`() throws {
    let text = Data(String(repeating: "Dear Ann, ", count: 100).utf8)
    try text.write(to: folder.database)
    let error = refusal(at: folder.database)
    let after = try Data(contentsOf: folder.database)
    #expect(error?.code == .notADatabase)
    #expect(after == text)
  }

  @Test
  func `with bytes overwritten is reported when they are read`() throws {
    _ = try Connection.people(at: folder.database)
    var bytes = try Data(contentsOf: folder.database)
    bytes.replaceSubrange(
      4096..<bytes.count, with: Data(repeating: 0xAA, count: bytes.count - 4096))
    try bytes.write(to: folder.database)
    let damaged = try Connection(at: folder.database, .impatient)
    let error = #expect(throws: DatabaseError.self) { try damaged.names() }
    #expect(error?.matches(.corrupt) == true)
  }

  @Test
  func `allows a transfer to another thread or actor`() async throws {
    let keeper = Keeper(try .people())
    let names = try await keeper.names()
    #expect(names == ["Ann", "Bob"])
  }
}

private actor Keeper {
  private let connection: Connection

  init(_ connection: consuming sending Connection) { self.connection = connection }

  func names() throws(DatabaseError) -> [String] { try connection.names() }
}

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
    #expect(error == .newerVersion(found: version, known: 1, path: folder.database.path))
    #expect(try connection.schemaVersion() == version)
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
    #expect(try connection.names() == ["Ann", "Bob"])
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
