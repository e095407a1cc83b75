import Foundation
import SQLite
import Testing

struct `A row`: ~Copyable {
  static let sql = "SELECT 1 AS id, 'Ann' AS name, NULL AS age, x'00' AS photo, 0.5 AS share"
  let connection: Connection
  init() throws { connection = try .inMemory() }

  private func first<Value: DatabaseValue>(
    _ column: Int, as type: Value.Type = Value.self
  ) throws(DatabaseError) -> Value? {
    try connection.first(Self.sql) { (row) throws(DatabaseError) -> Value in try row[column] }
  }

  @Test
  func `is read by index`() throws {
    let read = try connection.rows(Self.sql) { (row) throws(DatabaseError) in
      "\((try row[0] as Int, try row[1] as String, try row[2] as Int?)) of \(row.columnCount)"
    }
    #expect(read == [#"(1, "Ann", nil) of 5"#])
  }

  @Test
  func `read as a wrong type reports the column and its value`() {
    func refusal<Value: DatabaseValue>(_ column: Int, _ type: Value.Type) -> DatabaseError? {
      #expect(throws: DatabaseError.self) { _ = try first(column, as: type) }
    }
    func mismatch(_ column: String, _ wanted: String, _ found: String) -> DatabaseError {
      .wrongType(column: column, wanted: wanted, found: found, sql: Self.sql)
    }
    let refusals = [
      refusal(1, Int.self), refusal(0, String.self), refusal(2, Int.self), refusal(3, String.self),
      refusal(1, Data.self), refusal(1, Double.self), refusal(4, Int.self), refusal(4, Bool?.self),
    ]
    let expected = [
      mismatch("name", "Int", "TEXT"), mismatch("id", "String", "INTEGER"),
      mismatch("age", "Int", "NULL"), mismatch("photo", "String", "BLOB"),
      mismatch("name", "Data", "TEXT"), mismatch("name", "Double", "TEXT"),
      mismatch("share", "Int", "REAL"), mismatch("share", "Bool", "REAL"),
    ]
    #expect(refusals == expected)
  }

  @Test(arguments: [-1, 5, Int.max])
  func `has no column of another index, not even for an Optional`(index: Int) {
    let error = #expect(throws: DatabaseError.self) { _ = try first(index, as: Int?.self) }
    let strict = #expect(throws: DatabaseError.self) { _ = try first(index, as: Int.self) }
    let expected = DatabaseError.noSuchColumn(Int(Int32(clamping: index)), sql: Self.sql)
    #expect(error == expected)
    #expect(strict == expected)
  }

  @Test
  func `is converted to a RowReadable element`() throws {
    try connection.makePeople()
    let all: [Person] = try connection.rows("SELECT id, name FROM people ORDER BY id")
    let byID = "SELECT id, name FROM people WHERE id = ?"
    let second: Person? = try connection.first(byID, 2)
    let missing: Person? = try connection.first(byID, 3)
    #expect(all == [Person(id: 1, name: "Ann"), Person(id: 2, name: "Bob")])
    #expect(second == Person(id: 2, name: "Bob"))
    #expect(missing == nil)
  }

  @Test
  func `is converted to a value of its first column, or to a tuple of its first columns`() throws {
    try connection.makePeople()
    let names: [String] = try connection.rows("SELECT name FROM people ORDER BY id")
    let ages: [Int?] = try connection.rows("SELECT nullif(id, 2) FROM people ORDER BY id")
    let pairs: [(Int, String)] = try connection.rows("SELECT id, name FROM people ORDER BY id")
    let four: [(Int, String, Int?, Bool)] = try connection.rows(
      "SELECT id, name, NULL, id = 1 FROM people WHERE name = ?", "Ann")
    let narrow = #expect(throws: DatabaseError.self) {
      let _: [(Int, String)] = try connection.rows("SELECT id FROM people")
    }
    #expect(names == ["Ann", "Bob"])
    #expect(ages == [1, nil])
    #expect(pairs.map { "\($0)" } == [#"(1, "Ann")"#, #"(2, "Bob")"#])
    #expect(four.map { "\($0)" } == [#"(1, "Ann", nil, true)"#])
    #expect(narrow == .noSuchColumn(1, sql: "SELECT id FROM people"))
  }

  @Test
  func `that does not exist is an error only if it is required`() throws {
    let none: Int? = try connection.first("SELECT 1 WHERE 0")
    let error = #expect(throws: DatabaseError.self) {
      let _: Int = try connection.value("SELECT 1 WHERE 0")
    }
    #expect(none == nil)
    #expect(error == .noRow(sql: "SELECT 1 WHERE 0"))
  }

  @Test
  func `of a wrong type ends the run, after which the statement can be used again`() throws {
    try connection.makePeople()
    let sql = "SELECT name FROM people ORDER BY id"
    let error = #expect(throws: DatabaseError.self) { let _: [Int] = try connection.rows(sql) }
    // Fails while the read is open.
    try connection.execute("DROP TABLE people")
    try connection.makePeople()
    let names: [String] = try connection.rows(sql)
    #expect(error == .wrongType(column: "name", wanted: "Int", found: "TEXT", sql: sql))
    #expect(names == ["Ann", "Bob"])
  }
}
