import Foundation
import SQLite
import TestSupport

extension TemporaryFolder {
  var database: URL { file("news.sqlite") }
}

extension Connection.Configuration {
  /// Fails at once instead of waiting, and does not wait for the disk.
  static let impatient = standard.with(\.busyTimeout, .zero).with(\.synchronous, .off)

  /// For competing connections. Even a reader briefly holds the write lock when another connection
  /// is changing the index of the write-ahead log.
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

  func names(id: Int) throws(DatabaseError) -> [String] {
    try rows(Self.nameByID, id)
  }

  /// A table of people with Ann and Bob.
  func makePeople() throws(DatabaseError) {
    try execute(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob');
      """)
  }

  func names() throws(DatabaseError) -> [String] {
    try rows("SELECT name FROM people ORDER BY id")
  }

  func insert(_ id: Int, _ name: String) throws(DatabaseError) {
    try run("INSERT INTO people VALUES (?, ?)", id, name)
  }
}

/// A thread that runs one closure and can be joined.
final class RunningThread: @unchecked Sendable {
  // Unchecked because `failure` is written before `hasEnded` is signalled and read after.
  private let hasEnded = DispatchSemaphore(value: 0)
  private var failure: (any Error)?

  init(_ body: @escaping @Sendable () throws -> Void) {
    let thread = Thread { [self] in
      do { try body() } catch { failure = error }
      hasEnded.signal()
    }
    thread.start()
  }

  /// Waits for the thread to end and rethrows the closure's error. Call it once.
  func join() throws {
    hasEnded.wait()
    if let failure { throw failure }
  }
}

extension Thread {
  static func started(_ body: @escaping @Sendable () throws -> Void) -> RunningThread {
    RunningThread(body)
  }
}

/// Counts concurrent visitors.
final class Counter: @unchecked Sendable {
  // Unchecked because everything is accessed only under `lock`.
  private let lock = NSLock()
  private var present = 0
  private var record = 0
  private var entries = 0

  var highest: Int { lock.withLock { record } }
  var total: Int { lock.withLock { entries } }

  func enter() {
    lock.withLock {
      present += 1
      entries += 1
      record = max(record, present)
    }
  }

  func leave() { lock.withLock { present -= 1 } }
}
