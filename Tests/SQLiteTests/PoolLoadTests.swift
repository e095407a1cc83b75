import Foundation
import SQLite
import TestSupport
import Testing

struct `A pool under load`: ~Copyable {
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
  func `admits no more readers than its limit`() throws {
    let counter = Counter()
    let threads = (0..<8).map { _ in
      RunningThread { [pool] in
        for _ in 0..<20 {
          try pool.read { connection in
            counter.enter()
            _ = try connection.names()
            counter.leave()
          }
        }
      }
    }
    for thread in threads { try thread.join() }
    #expect(counter.highest <= 2)
    #expect(counter.total == 160)
  }

  @Test
  func `loses no write of many threads while others read`() throws {
    try pool.write { connection in
      try connection.execute("CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
    }
    let threads = (0..<8).map { number in
      RunningThread { [pool] in
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
    for thread in threads { try thread.join() }
    let total: Int = try pool.read { connection in try connection.value("SELECT n FROM tally") }
    #expect(total == 100)
  }
}
