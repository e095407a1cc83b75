import DataAccess
import Foundation
import Observing
import SQLite
import TestSupport
import Testing

@Suite(.serialized)
struct `A bad database`: ~Copyable {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func causeOfOpening(_ file: URL) -> DataAccessError.Cause? {
    cause { try UserDatabase(at: file, busyTimeout: .impatient).close() }
  }

  /// The cause of the failure of each kind of write, and the rows in the database afterwards.
  private func writes(
    on database: UserDatabase
  ) throws -> (causes: [DataAccessError.Cause?], texts: [String]) {
    let causes = [
      cause { try database.insert(.named("Ann", id: 2)) },
      cause { try database.insert([.named("Ann", id: 2)]) },
      cause { try database.update(.named("Taylor")) },
      cause { try database.save(.named("Taylor")) },
      cause { try database.delete(1) },
      cause { try database.deleteAll() },
      database.outcome { try $0.save(.named("Taylor")) },
    ]
    return (causes, try database.texts())
  }

  private func opened() throws -> UserDatabase {
    let database = try UserDatabase(at: folder.database, busyTimeout: .impatient)
    try database.insert(.named("Jake"))
    return database
  }

  @Test
  func `that is read-only can be read, refuses writes, and accepts them again later`() throws {
    let database = try opened()
    try database.runOnWriter("PRAGMA query_only = ON")
    let (causes, texts) = try writes(on: database)
    try database.runOnWriter("PRAGMA query_only = OFF")
    try database.save(.named("Taylor"))
    let later = try database.texts()
    database.close()
    #expect(causes == Array(repeating: .readOnly, count: 7))
    #expect(texts == ["1 Jake"])
    #expect(later == ["1 Taylor"])
  }

  @Test
  func
    `that another program writes can be read, is locked for writes, and accepts them again later`()
    throws
  {
    let database = try opened()
    let other = try Connection(at: folder.database)
    try other.execute("BEGIN IMMEDIATE; UPDATE user SET name = 'Zoe'")
    let (causes, texts) = try writes(on: database)
    let opening = causeOfOpening(folder.database)
    try other.execute("ROLLBACK")
    try database.save(.named("Taylor"))
    let later = try database.texts()
    database.close()
    #expect(causes == Array(repeating: .locked, count: 7))
    #expect(texts == ["1 Jake"])
    #expect(opening == nil)
    #expect(later == ["1 Taylor"])
  }

  @Test
  func `that is full keeps its rows, and accepts writes again when there is space`() throws {
    let database = try opened()
    let received = Recorder<DataEvent>()
    let observation = database.observe(on: .workingThread) { received.record($0) }
    try database.runOnWriter("PRAGMA max_page_count = 3")
    let many = (2..<2000).map { UserRawModel.named("Ann \($0)", id: $0) }
    let refused = [
      cause { try database.insert(many) },
      cause { try database.insert(.named(String(repeating: "a", count: 100_000), id: 2)) },
      cause {
        try database.write { rows in
          for user in many { try rows.insert(user) }
        }
      },
    ]
    let texts = try database.texts()
    try database.runOnWriter("PRAGMA max_page_count = 1000")
    try database.insert(many)
    let count = try database.all().count
    observation.end()
    database.close()
    #expect(refused == [.full, .full, .full])
    #expect(texts == ["1 Jake"])
    #expect(count == 1999)
    #expect(received.entries == [.refresh(rows: 1998)])
  }

  @Test
  func `that is full rolls back a transaction whose steps continue after the error`() throws {
    let database = try opened()
    let received = Recorder<DataEvent>()
    let observation = database.observe(on: .workingThread) { received.record($0) }
    try database.runOnWriter("PRAGMA max_page_count = 3")
    let refused = cause {
      try database.write { rows in
        try rows.update(.named("Taylor"))
        try? rows.insert(.named(String(repeating: "a", count: 100_000), id: 2))
        try rows.insert(.named("Bob", id: 3))
      }
    }
    let texts = try database.texts()
    try database.runOnWriter("PRAGMA max_page_count = 1000")
    try database.update(.named("Zoe"))
    observation.end()
    database.close()
    #expect(refused != nil)
    #expect(texts == ["1 Jake"])
    #expect(received.entries == [.update(1)])
  }

  @Test(arguments: ["no database", String(repeating: "SQLite format 3\0", count: 100)])
  func `whose file has other contents is corrupt, and unchanged`(text: String) throws {
    try Data(text.utf8).write(to: folder.database)
    let opening = causeOfOpening(folder.database)
    let left = try String(decoding: Data(contentsOf: folder.database), as: UTF8.self)
    #expect(opening == .corrupt)
    #expect(left == text)
  }

  @Test
  func `that was damaged is corrupt when the damage is read`() throws {
    let database = try opened()
    try database.insert((2..<2000).map { .named("Ann \($0)", id: $0) })
    database.close()
    let file = try FileHandle(forUpdating: folder.database)
    for page in 1..<10 {
      try file.seek(toOffset: UInt64(page * 4096))
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    }
    try file.close()
    let damaged = try UserDatabase(at: folder.database, busyTimeout: .impatient)
    let causes = [
      cause { _ = try damaged.get(1) },
      cause { _ = try damaged.all() },
      cause { try damaged.save(.named("Taylor")) },
    ]
    damaged.close()
    #expect(causes == [.corrupt, .corrupt, .corrupt])
  }

  @Test
  func `of a newer version is unchanged`() throws {
    try opened().close()
    do {
      let later = try Connection(at: folder.database)
      try later.execute("PRAGMA user_version = 7")
    }
    let before = try Data(contentsOf: folder.database)
    let opening = causeOfOpening(folder.database)
    let after = try Data(contentsOf: folder.database)
    #expect(opening == .newerVersion(found: 7, known: 1))
    #expect(before == after)
  }

  @Test
  func `whose file cannot exist cannot be opened`() throws {
    let url = try #require(URL(string: "https://example.com/users.db"))
    let inNoFolder = folder.url.appending(path: "nowhere/users.db")
    let withNUL = folder.url.appending(path: "users\0.db")
    let causes = [inNoFolder, folder.url, url, withNUL].map { causeOfOpening($0) }
    let files = folder.names
    #expect(causes == [.cannotOpen, .cannotOpen, .cannotOpen, .cannotOpen])
    #expect(files == [])
  }

  @Test
  func `whose table contains another type reports it`() throws {
    let database = try opened()
    do {
      let other = try Connection(at: folder.database)
      try other.execute("INSERT INTO user VALUES (2, x'00ff')")
    }
    let failed = #expect(throws: DataAccessError.self) { _ = try database.all() }
    let jake = try database.get(1)?.text
    database.close()
    #expect(failed?.cause == .other)
    #expect(failed?.details?.contains("column name") == true)
    #expect(jake == "1 Jake")
  }

  @Test
  func `that is removed while it is open fails at its next connection, and reports it`() throws {
    let database = try opened()
    try FileManager.default.removeItem(at: folder.database)
    let reading = cause { _ = try database.get(1) }
    database.close()
    #expect(reading == .cannotOpen)
  }
}
