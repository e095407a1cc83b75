import Foundation
import SQLite
import Testing

struct `A value`: ~Copyable {
  let connection: Connection
  init() throws { connection = try .inMemory(making: "CREATE TABLE vault (value)") }

  private func roundTrip<Value: DatabaseValue>(_ value: Value) throws -> Value {
    try connection.run("INSERT INTO vault VALUES (?)", value)
    return try connection.value("SELECT value FROM vault")
  }

  @Test(arguments: [0, 1, -1, Int.max, .min])
  func `that is an Int is read back`(value: Int) throws {
    let back = try roundTrip(value)
    let wide = try roundTrip(Int64(value))
    #expect(back == value)
    #expect(wide == Int64(value))
  }

  @Test(arguments: [0, -0.5, .pi, .infinity, -.infinity, .leastNonzeroMagnitude])
  func `that is a Double is read back`(value: Double) throws {
    #expect(try roundTrip(value) == value)
  }

  @Test(arguments: [
    "", "Ann", "a\0b\0", "'; DROP TABLE vault; --", "👩‍👩‍👧 Zoë\n", "?1 :name",
    String(repeating: "é", count: 100_000),
  ])
  func `that is a String is read back, with any contents`(value: String) throws {
    let back = try roundTrip(value)
    let count: Int = try connection.value("SELECT count(*) FROM vault")
    #expect(back == value)
    #expect(Array(back.utf8) == Array(value.utf8))
    #expect(count == 1)
  }

  @Test(arguments: [Data(), Data([0]), Data([0, 255, 0]), Data(repeating: 7, count: 100_000)])
  func `that is Data is read back, and empty Data is not NULL`(value: Data) throws {
    let back = try roundTrip(value)
    let nulls: Int = try connection.value("SELECT count(*) FROM vault WHERE value IS NULL")
    #expect(back == value)
    #expect(nulls == 0)
  }

  @Test(arguments: [nil, true, false])
  func `that is a Bool or nil is read back`(value: Bool?) throws {
    #expect(try roundTrip(value) == value)
  }

  enum Mood: String, DatabaseValue, CaseIterable { case calm, curious }

  @Test(arguments: Mood.allCases)
  func `that is an enum is stored as its raw value`(mood: Mood) throws {
    let back = try roundTrip(mood)
    let stored: String = try connection.value("SELECT value FROM vault")
    #expect(back == mood)
    #expect(stored == mood.rawValue)
  }

  @Test
  func `that is NaN is refused`() {
    let error = #expect(throws: DatabaseError.self) {
      try connection.run("INSERT INTO vault VALUES (?)", Double.nan)
    }
    #expect(error == .notANumber(parameter: 1, sql: "INSERT INTO vault VALUES (?)"))
  }

  @Test
  func `that is not UTF-8 is repaired as text and unchanged as a blob`() throws {
    let text: String = try connection.value("SELECT CAST(x'41FF42' AS TEXT)")
    let bytes: Data = try connection.value("SELECT CAST(CAST(x'41FF42' AS TEXT) AS BLOB)")
    #expect(text == "A\u{FFFD}B")
    #expect(bytes == Data([0x41, 0xFF, 0x42]))
  }

  @Test
  func `that is an integer is read as a Double if that is exact`() throws {
    let sum: Double = try connection.value("SELECT 1 + 2")
    let error = #expect(throws: DatabaseError.self) {
      let _: Double = try connection.value("SELECT 9007199254740993 AS big")
    }
    let expected = DatabaseError.wrongType(
      column: "big", wanted: "Double", found: "9007199254740993",
      sql: "SELECT 9007199254740993 AS big")
    #expect(sum == 3)
    #expect(error == expected)
  }
}
