import Foundation
import SQLite
import TestSupport
import Testing

struct `A pool`: ~Copyable {
  let folder: TemporaryFolder
  let pool: DatabasePool

  init() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(at: folder.database, readerLimit: 2, .impatient)
    try pool.write { connection in try connection.makePeople() }
    self.folder = folder
    self.pool = pool
  }

  @Test
  func `shows readers the old state during a write and the new one afterwards`() throws {
    let (isWritten, mayCommit) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let writing = RunningThread { [pool] in
      try pool.write { connection in
        try connection.insert(3, "Cid")
        isWritten.signal()
        mayCommit.wait()
      }
    }
    isWritten.wait()
    let during = try pool.read { connection in try connection.names() }
    mayCommit.signal()
    try writing.join()
    let after = try pool.read { connection in try connection.names() }
    #expect(during == ["Ann", "Bob"])
    #expect(after == ["Ann", "Bob", "Cid"])
  }

  @Test
  func `shows a reader one snapshot from its first read`() throws {
    let (hasLooked, isWritten) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let writing = RunningThread { [pool] in
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
    try writing.join()
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
    let error = #expect(throws: DatabaseError.self) {
      try pool.withWriter { connection in
        try connection.execute("BEGIN; INSERT INTO people VALUES (3, 'Cid')")
      }
    }
    let names = try pool.write { connection in try connection.names() }
    #expect(error == .transactionLeftOpen(path: folder.database.path))
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
      try other.migrate([
        Migration("people") { (connection) throws(DatabaseError) in
          try connection.makePeople()
        }
      ])
      let names = try other.read { connection in try connection.names() }
      #expect(names == ["Ann", "Bob"])
    }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: file.deletingLastPathComponent().path)
    #expect(files == ["news.sqlite"])
  }
}
