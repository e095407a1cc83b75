import Concurrency
import Foundation
import SQLite
import TestSupport

extension TemporaryFolder {
  var database: URL { file("news.sqlite") }
}

extension Connection.Configuration {
  /// Fails at once instead of waiting, and does not wait for the disk.
  static let impatient = standard.with(\.busyTimeout, .zero).with(\.synchronous, .off)

  /// For competing connections. Even a reader briefly takes the write lock when another connection
  /// changes the index of the write-ahead log.
  static let patient = standard.with(\.busyTimeout, .seconds(600)).with(\.synchronous, .off)
}

struct Person: RowReadable, Equatable, Sendable {
  let id: Int
  let name: String

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  init(_ row: borrowing Row) throws(DatabaseError) {
    id = try row[0]
    name = try row[1]
  }
}

/// An error that a closure of a test throws.
enum Refusal: Error { case notToday }

extension Connection {
  static func inMemory(making schema: String) throws(DatabaseError) -> Connection {
    let connection = try inMemory()
    try connection.execute(schema)
    return connection
  }

  /// A database in memory with Ann and Bob.
  static func people() throws(DatabaseError) -> Connection {
    let connection = try inMemory()
    try connection.makePeople()
    return connection
  }

  /// A database file with Ann and Bob.
  static func people(
    at file: URL, _ configuration: Configuration = .impatient
  ) throws(DatabaseError) -> Connection {
    let connection = try Connection(at: file, configuration)
    try connection.makePeople()
    return connection
  }

  static let nameByID = "SELECT name FROM people WHERE id = ?"

  func names(id: Int) throws(DatabaseError) -> [String] { try rows(Self.nameByID, id) }

  /// A table of people with Ann and Bob.
  func makePeople() throws(DatabaseError) { try execute(Self.peopleTable) }

  static let peopleTable = """
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob');
    """

  func names() throws(DatabaseError) -> [String] { try rows("SELECT name FROM people ORDER BY id") }

  func insert(_ id: Int, _ name: String) throws(DatabaseError) {
    try run("INSERT INTO people VALUES (?, ?)", id, name)
  }
}

/// Runs a closure on a new thread.
func running<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) -> OneShot<Result<Value, any Error>> {
  let outcome = OneShot<Result<Value, any Error>>()
  Thread.detachNewThread { outcome.fulfill(Result { try body() }) }
  return outcome
}
