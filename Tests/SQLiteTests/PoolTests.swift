import Concurrency
import Foundation
import SQLite
import TestSupport
import Testing

struct `A pool`: ~Copyable {
  let folder: TemporaryFolder
  let pool: DatabasePool

  init() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(at: folder.database, readerLimit: 2, .patient)
    try pool.write { connection in try connection.makePeople() }
    self.folder = folder
    self.pool = pool
  }

  @Test
  func `shows readers the old state during a write and the new one afterwards`() throws {
    let (isWritten, mayCommit) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let writing = running { [pool] in
      try pool.write { connection in
        try connection.insert(3, "Cid")
        isWritten.signal()
        mayCommit.wait()
      }
    }
    isWritten.wait()
    let during = try pool.read { connection in try connection.names() }
    mayCommit.signal()
    try writing.wait().get()
    let after = try pool.read { connection in try connection.names() }
    #expect(during == ["Ann", "Bob"])
    #expect(after == ["Ann", "Bob", "Cid"])
  }

  @Test
  func `shows a reader one snapshot from its first read`() throws {
    let (hasLooked, isWritten) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let writing = running { [pool] in
      hasLooked.wait()
      defer { isWritten.signal() }
      try pool.write { connection in try connection.insert(3, "Cid") }
    }
    let looks = try pool.read { connection in
      let first = try connection.names()
      hasLooked.signal()
      isWritten.wait()
      return [first, try connection.names()]
    }
    try writing.wait().get()
    #expect(looks == [["Ann", "Bob"], ["Ann", "Bob"]])
  }

  @Test
  func `lets a writer read the last committed state`() throws {
    let names = try pool.write { connection in
      try connection.insert(3, "Cid")
      return [try connection.names(), try pool.read { reader in try reader.names() }]
    }
    #expect(names == [["Ann", "Bob", "Cid"], ["Ann", "Bob"]])
  }

  @Test
  func `rolls back a write that throws, and refuses writes of readers`() throws {
    #expect(throws: Refusal.notToday) {
      try pool.write { connection in
        try connection.insert(3, "Cid")
        throw Refusal.notToday
      }
    }
    let error = #expect(throws: DatabaseError.self) {
      try pool.read { connection in try connection.insert(3, "Cid") }
    }
    let names = try pool.read { connection in try connection.names() }
    #expect(error?.code == .readOnly)
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `rolls back a transaction that SQL left open`() throws {
    let begun = "BEGIN; INSERT INTO people VALUES (3, 'Cid');"
    let error = #expect(throws: DatabaseError.self) { try pool.execute(begun) }
    let failed = #expect(throws: DatabaseError.self) { try pool.execute(begun + "SELEKT 1") }
    let names = try pool.write { connection in try connection.names() }
    #expect(error == .transactionLeftOpen(path: folder.database.path))
    #expect(failed?.matches(.error) == true)
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `opens its readers on demand, and reports why that fails`() throws {
    let file = folder.url.appending(path: "moved.sqlite")
    let other = try DatabasePool(at: file, readerLimit: 1, .impatient)
    try FileManager.default.removeItem(at: file)
    for _ in 0..<3 {
      let error = #expect(throws: DatabaseError.self) { try other.read { _ in } }
      #expect(error?.matches(.cannotOpen) == true)
    }
  }

  @Test
  func `migrates, and closes its files when it is released`() throws {
    let file = folder.url.appending(path: "other/news.sqlite")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: false)
    do {
      let other = try DatabasePool(at: file, .impatient)
      try other.migrate([Migration("people", sql: Connection.peopleTable)])
      let names = try other.read { connection in try connection.names() }
      #expect(names == ["Ann", "Bob"])
    }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: file.deletingLastPathComponent().path)
    #expect(files == ["news.sqlite"])
  }

  @Test
  func `admits no more readers than its limit`() throws {
    let readers = Locked((present: 0, highest: 0, total: 0))
    let threads = (0..<8).map { _ in
      running { [pool] in
        for _ in 0..<20 {
          try pool.read { connection in
            readers.withLock { $0 = ($0.0 + 1, max($0.0 + 1, $0.1), $0.2 + 1) }
            _ = try connection.names()
            readers.withLock { $0.present -= 1 }
          }
        }
      }
    }
    for thread in threads { try thread.wait().get() }
    let (_, highest, total) = readers.withLock { $0 }
    #expect(highest <= 2)
    #expect(total == 160)
  }

  @Test
  func `loses no write of many threads while others read`() throws {
    try pool.write { connection in
      try connection.execute("CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
    }
    let threads = (0..<8).map { number in
      running { [pool] in
        for _ in 0..<25 {
          if number.isMultiple(of: 2) {
            try pool.write { connection in
              let n: Int = try connection.value("SELECT n FROM tally")
              try connection.run("UPDATE tally SET n = ?", n + 1)
            }
          } else {
            _ = try pool.read { connection in try connection.value("SELECT n FROM tally") as Int }
          }
        }
      }
    }
    for thread in threads { try thread.wait().get() }
    let total: Int = try pool.read { connection in try connection.value("SELECT n FROM tally") }
    #expect(total == 100)
  }

  enum Nesting: String, Codable { case writeInWrite, readInRead, writeInRead }

  static let nestings: [(Nesting, String)] = [
    (.writeInWrite, "writes to a DatabasePool writes to it again: pass the connection on"),
    (.readInRead, "reads from a DatabasePool reads from it again: pass the connection on"),
    (.writeInRead, "reads from a DatabasePool writes to it: finish reading first"),
  ]

  @Test(.exitTest, arguments: nestings)
  func `stops a thread that would wait for itself`(nesting: Nesting, message: String) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [nesting = nesting as Nesting, file = folder.file("other") as URL] in
      let pool = try DatabasePool(at: file, .impatient)
      switch nesting {
      case .writeInWrite: try pool.write { _ in try pool.write { _ in } }
      case .readInRead: try pool.read { _ in try pool.read { _ in } }
      case .writeInRead: try pool.read { _ in try pool.write { _ in } }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)

    #expect(text.contains("Fatal error: A thread that \(message)\n"))
  }
}
