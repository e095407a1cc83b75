import TestSupport
import Testing

@testable import SQLite

struct `A statement`: ~Copyable {
  let connection: Connection
  init() throws { connection = try .people() }

  private func compiled(_ sql: String) throws -> CachedStatement {
    let statement = try connection.storage.statement(for: sql)
    statement.finish()
    return statement
  }

  @Test
  func `is compiled once and loses its bindings`() throws {
    let first = try compiled(Connection.nameByID)
    for id in 1...100 { _ = try connection.names(id: id) }
    let unbound = try connection.prepared(Connection.nameByID) {
      (statement) throws(DatabaseError) in
      try statement.first { (row) throws(DatabaseError) in try row[0] as String }
    }
    let isSame = try compiled(Connection.nameByID) === first
    #expect(isSame)
    #expect(unbound == nil)
  }

  @Test
  func `with the same SQL inside its own rows is a different one`() throws {
    var pairs: [String] = []
    try connection.prepared("SELECT name FROM people ORDER BY id") {
      (outer) throws(DatabaseError) in
      _ = try outer.rows { (row) throws(DatabaseError) in
        let name: String = try row[0]
        for other in try connection.names() { pairs.append("\(name) \(other)") }
      }
    }
    #expect(pairs == ["Ann Ann", "Ann Bob", "Bob Ann", "Bob Bob"])
  }

  @Test
  func `is compiled again after a full cache has released all`() throws {
    let first = try compiled("SELECT 0")
    let last = try (1...64).map { try compiled("SELECT \($0)") }.last
    let areSame = try (compiled("SELECT 0") === first, compiled("SELECT 64") === last)
    #expect(areSame == (false, true))
  }

  @Test
  func `is bound by position, and keeps other bindings`() throws {
    let read = try connection.prepared("SELECT ?, ?") { (statement) throws(DatabaseError) in
      try statement.bind(1, at: 1)
      try statement.bind("Ann", at: 2)
      let first = try statement.rows { (row) throws(DatabaseError) in
        "\(try row[0] as Int) \(try row[1] as String)"
      }
      try statement.bind("Jake", at: 2)
      return first
        + (try statement.rows { (row) throws(DatabaseError) in
          "\(try row[0] as Int) \(try row[1] as String)"
        })
    }
    #expect(read == ["1 Ann", "1 Jake"])
  }

  @Test
  func `reports an unknown parameter`() {
    let error = #expect(throws: DatabaseError.self) {
      try connection.prepared("SELECT ?") { (statement) throws(DatabaseError) in
        try statement.bind(1, at: 2)
      }
    }
    #expect(error == .noSuchParameter(2, sql: "SELECT ?"))
  }

  @Test
  func `requires a value for each parameter`() {
    let none = #expect(throws: DatabaseError.self) { try connection.run("SELECT ?") }
    let many = #expect(throws: DatabaseError.self) { try connection.run("SELECT ?", 1, 2) }
    #expect(none == .wrongParameterCount(wanted: 1, given: 0, sql: "SELECT ?"))
    #expect(many == .wrongParameterCount(wanted: 1, given: 2, sql: "SELECT ?"))
  }

  @Test(arguments: [
    "", " -- nothing", "SELECT 1; SELECT 2", "SELECT 1; nonsense", "SELECT 1\0; DROP TABLE people",
    "SELECT\0 1",
  ])
  func `is a single one`(sql: String) {
    let error = #expect(throws: DatabaseError.self) { try connection.run(sql) }
    #expect(error == .notOneStatement(sql: sql))
  }

  @Test(arguments: ["SELECT 1;", "SELECT 1; -- one\n", "/* one */ SELECT 1 /* more */"])
  func `may end with a comment`(sql: String) throws {
    let value: Int = try connection.value(sql)
    #expect(value == 1)
  }

  @Test
  func `with a mistake is reported with the message of SQLite`() {
    let error = #expect(throws: DatabaseError.self) { try connection.run("SELEKT 1") }
    let expected = DatabaseError.failed(
      code: .error, message: #"near "SELEKT": syntax error"#, sql: "SELEKT 1", path: nil)
    #expect(error == expected)
  }

  @Test
  func `in a script runs until one fails, and earlier ones keep their effect`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try connection.execute(
        """
        INSERT INTO people VALUES (3, 'Cid'); -- a comment
        INSERT INTO people VALUES (1, 'Dan');
        INSERT INTO people VALUES (4, 'Dan');
        """)
    }
    let withNUL = #expect(throws: DatabaseError.self) {
      try connection.execute("DELETE FROM people;\0")
    }
    let names = try connection.names()
    #expect(error?.code == .primaryKeyConstraint)
    #expect(withNUL == .notOneStatement(sql: "DELETE FROM people;\0"))
    #expect(names == ["Ann", "Bob", "Cid"])
  }

  @Test
  func `reports the number of changed rows`() throws {
    try connection.insert(7, "Cid")
    try connection.run("UPDATE people SET name = name || '!'")
    #expect(connection.changeCount == 3)
  }

  @Test
  func `treats a value as data and never as SQL`() throws {
    let name = "Bob'); DROP TABLE people; --"
    try connection.insert(3, name)
    let found: Int? = try connection.first("SELECT id FROM people WHERE name = ?", name)
    #expect(found == 3)
  }
}

struct `A statement that is lent` {
  @Test(.exitTest)
  func `cannot be swapped with another one`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let connection = try Connection.inMemory()
      try connection.prepared("SELECT 1") { (one) throws(DatabaseError) in
        try connection.prepared("SELECT 2") { (two) throws(DatabaseError) in swap(&one, &two) }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A statement was swapped for another one; use each in its own closure"))
  }
}
