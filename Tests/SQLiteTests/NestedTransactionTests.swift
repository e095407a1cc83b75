import SQLite
import Testing

struct `A transaction inside another one`: ~Copyable {
  let connection: Connection

  init() throws { connection = try .people() }

  @Test
  func `is undone alone`() throws {
    try connection.transaction {
      try connection.insert(3, "Cid")
      try? connection.transaction {
        try connection.insert(4, "Dan")
        throw Refusal.notToday
      }
      try connection.transaction { try connection.insert(5, "Jake") }
    }
    let names = try connection.names()
    #expect(names == ["Ann", "Bob", "Cid", "Jake"])
  }

  @Test
  func `is undone with the outer one`() throws {
    try? connection.transaction {
      try connection.transaction { try connection.insert(3, "Cid") }
      throw Refusal.notToday
    }
    let names = try connection.names()
    #expect(names == ["Ann", "Bob"])
  }
}
