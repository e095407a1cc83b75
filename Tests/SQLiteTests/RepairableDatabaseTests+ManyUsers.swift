import Concurrency
import Foundation
import TestSupport
import Testing

@testable import SQLite

extension `A repairable database` {
  @Test(arguments: [true, false])
  func `is replaced once by many writers at the same time`(isDamaged: Bool) throws {
    for round in 0..<10 {
      // Another file each time, because a thread may release the former database late.
      let file = folder.file("\(round).sqlite")
      if isDamaged { try Self.damage(file) }
      let database = RepairableDatabase(file: file, .patient, migrations: Self.migrations)
      if !isDamaged {
        try database.write { connection in try connection.execute("DROP TABLE news") }
      }
      let failures = Recorder<String>()
      let haveFinished = allFinish(threads: 8) { thread in
        do { try Self.insert(thread, into: database) } catch { failures.record("\(error)") }
      }
      let ids = try Self.ids(database)
      #expect(haveFinished)
      #expect(failures.entries == [])
      #expect(ids == Array(0..<8))
    }
  }

  /// The reader is inside its closure while the writer replaces the file, and then reads again.
  /// This used to deadlock.
  @Test
  func `lets a running reader use it again while a replacement waits`() throws {
    let database = database()
    try Self.insert(1, into: database)
    let (isInside, isReplacing, mayLeave) = (Gate(), Gate(), Gate())
    // A pool allows a writer to read inside its closure.
    let outcome = running {
      try database.write { _ in
        isInside.open()
        mayLeave.wait()
        return try Self.ids(database)
      }
    }
    isInside.wait()
    let replaced = running { try Self.replace(database, before: isReplacing) }
    isReplacing.wait()
    mayLeave.open()
    let ids = try outcome.wait().get()
    try replaced.wait().get()
    let after = try Self.ids(database)
    #expect(ids == [1])
    #expect(after == [2])
  }

  /// Causes a replacement with a read inside the writer's closure that reports damage.
  static func replace(_ database: RepairableDatabase, before isReplacing: Gate) throws {
    let isFirst = Locked(true)
    isReplacing.open()
    try database.write { connection in
      if isFirst.withLock({ $0.exchange(with: false) }) { throw damage }
      try connection.run("INSERT INTO news (id) VALUES (2)")
    }
  }

  @Test
  func `is replaced once while readers come and go, and each reads one snapshot`() throws {
    let database = database()
    try Self.insert(1, into: database)
    let states = Locked<Set<[Int]>>([])
    let failures = Locked<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<20 {
        do {
          if thread == 0, round == 10 {
            try Self.replace(database, before: Gate())
          } else {
            let ids = try Self.ids(database)
            states.withLock { _ = $0.insert(ids) }
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    let last = try Self.ids(database)
    #expect(failures.withLock { $0 } == [])
    #expect(states.withLock { $0.subtracting([[1], [], [2]]) } == [])
    #expect(last == [2])
  }
}

extension Bool {
  fileprivate mutating func exchange(with new: Bool) -> Bool {
    defer { self = new }
    return self
  }
}
