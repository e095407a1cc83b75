import SQLite
import TestSupport
import Testing

struct `A transaction`: ~Copyable {
  let folder: TemporaryFolder
  let connection: Connection
  let other: Connection

  init() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection.people(at: folder.database)
    other = try Connection(at: folder.database, .impatient)
    self.connection = connection
    self.folder = folder
  }

  @Test(arguments: [TransactionKind.deferred, .immediate])
  func `stores all of its changes`(kind: TransactionKind) throws {
    let count = try connection.transaction(kind) {
      try connection.insert(3, "Cid")
      try connection.insert(4, "Dan")
      return connection.isInTransaction ? 2 : 0
    }
    let isOpen = connection.isInTransaction
    let names = try other.names()
    #expect(count == 2)
    #expect(names == ["Ann", "Bob", "Cid", "Dan"])
    #expect(!isOpen)
  }

  @Test
  func `that throws stores nothing and rethrows the error`() throws {
    #expect(throws: Refusal.notToday) {
      try connection.transaction {
        try connection.insert(3, "Cid")
        throw Refusal.notToday
      }
    }
    let error = #expect(throws: DatabaseError.self) {
      try connection.transaction { () throws(DatabaseError) in
        try connection.insert(3, "Cid")
        try connection.insert(1, "Dan")
      }
    }
    let isUnchanged = try connection.isUnchanged()
    #expect(error?.matches(.constraint) == true)
    #expect(isUnchanged)
  }

  @Test
  func `that cannot be committed is rolled back`() throws {
    // A reader prevents a commit to a file without a write-ahead log.
    let file = folder.file("other.sqlite")
    let writer = try Connection.people(at: file)
    try writer.execute("PRAGMA journal_mode = DELETE")
    let reader = try Connection(at: file, .impatient.with(\.isReadOnly, true))
    let error = try reader.prepared("SELECT name FROM people") { (reading) throws(DatabaseError) in
      try reading.first { (_) throws(DatabaseError) in
        #expect(throws: DatabaseError.self) {
          try writer.transaction { try writer.insert(3, "Cid") }
        }
      }
    }
    let isUnchanged = try writer.isUnchanged()
    #expect(error??.matches(.busy) == true)
    #expect(isUnchanged)
  }

  @Test
  func `that violates a foreign key is rolled back at its commit`() throws {
    try connection.execute(
      """
      CREATE TABLE news (
        id INTEGER, author INTEGER REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = #expect(throws: DatabaseError.self) {
      try connection.transaction { try connection.run("INSERT INTO news VALUES (1, 3)") }
    }
    let isOpen = connection.isInTransaction
    let count: Int = try connection.value("SELECT count(*) FROM news")
    #expect(error?.code == .foreignKeyConstraint)
    #expect(count == 0)
    #expect(!isOpen)
  }

  @Test
  func `on a full disk is rolled back and rethrows the error`() throws {
    try connection.execute("PRAGMA max_page_count = 3")
    let error = #expect(throws: DatabaseError.self) {
      try connection.transaction {
        try connection.insert(3, "Cid")
        try connection.insert(4, String(repeating: "Dan", count: 10_000))
      }
    }
    let isUnchanged = try connection.isUnchanged()
    #expect(error?.code == .full)
    #expect(isUnchanged)
  }

  @Test
  func `that SQLite has rolled back refuses further writes`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try connection.transaction {
        try connection.insert(3, "Cid")
        try? connection.run("INSERT OR ROLLBACK INTO people VALUES (1, 'Dan')")
        try connection.insert(4, "Dan")
      }
    }
    let swallowed = #expect(throws: DatabaseError.self) {
      try connection.transaction {
        try? connection.transaction { try connection.execute("ROLLBACK") }
        try? connection.execute("INSERT INTO people VALUES (4, 'Dan')")
        try? connection.transaction { try connection.insert(5, "Jake") }
      }
    }
    let names = try connection.names()
    #expect(error == .transactionEnded(path: connection.path))
    #expect(swallowed == error)
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `does not wait without a timeout, and the error mentions another connection`() throws {
    let error = try other.transaction {
      #expect(throws: DatabaseError.self) {
        try connection.transaction { try connection.insert(3, "Cid") }
      }
    }
    let expected = DatabaseError.failed(
      code: .busy, message: "database is locked", sql: "BEGIN immediate", path: connection.path)
    #expect(error == expected)
  }
}

struct `A transaction inside another one`: ~Copyable {
  let connection: Connection
  init() throws { connection = try .people() }

  @Test
  func `is rolled back alone`() throws {
    try connection.transaction {
      try connection.insert(3, "Cid")
      try? connection.transaction {
        try connection.insert(4, "Dan")
        throw Refusal.notToday
      }
      try connection.transaction { try connection.insert(5, "Jake") }
    }
    #expect(try connection.names() == ["Ann", "Bob", "Cid", "Jake"])
  }

  @Test
  func `is rolled back with the outer one`() throws {
    try? connection.transaction {
      try connection.transaction { try connection.insert(3, "Cid") }
      throw Refusal.notToday
    }
    #expect(try connection.names() == ["Ann", "Bob"])
  }
}

extension Connection {
  /// Whether there are only Ann and Bob, and no transaction is open.
  fileprivate borrowing func isUnchanged() throws(DatabaseError) -> Bool {
    let names = try names()
    return !isInTransaction && names == ["Ann", "Bob"]
  }
}
