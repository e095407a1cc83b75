import Concurrency
import DataAccess
import Foundation
import Observing
import TestSupport
import Testing

@Suite(.serialized)
struct `Threads of the database`: ~Copyable {
  let users: OpenUsers
  let log: Recorder<String>
  var database: UserDatabase { users.database }

  init() throws {
    let log = Recorder<String>()
    users = try OpenUsers { step in
      log.record("\(step) on \(ThreadPool.currentName ?? "nowhere")")
    }
    self.log = log
  }

  @Test
  func `write on dal.write and read on dal.read, synchronously and asynchronously`() throws {
    try database.insert(.named("Jake"))
    _ = try database.get(1)
    _ = database.outcome { try $0.delete(1) }
    _ = try database.value { try $0.all() }
    #expect(
      log.entries == [
        "write on dal.write", "read on dal.read", "conversion(1) on dal.read", "write on dal.write",
        "read on dal.read",
      ])
    #expect(ThreadPool.currentName == nil)
  }

  @Test
  func `refuse a synchronous write that would deadlock`() throws {
    let database = database
    let refused = OneShot<[DataAccessError.Cause?]>()
    database.write(completingOn: .workingThread) {
      try $0.save(.named("Jake"))
    } completion: { _ in
      refused.fulfill([
        cause { try database.insert(.named("Bob", id: 2)) },
        cause { try database.insert([.named("Bob", id: 2)]) },
        cause { try database.update(.named("Bob")) },
        cause { try database.save(.named("Bob")) },
        cause { try database.delete(1) },
        cause { try database.deleteAll() },
        cause { try database.write { _ in } },
        cause { try database.runOnWriter("SELECT 1") },
      ])
    }
    let causes = refused.wait()
    let left = try database.texts()
    #expect(causes == Array(repeating: .onWriteThread, count: 8))
    #expect(left == ["1 Jake"])
  }

  @Test
  func `refuse a synchronous write from a reading thread`() throws {
    let database = database
    let refused = OneShot<DataAccessError.Cause?>()
    database.read(completingOn: .workingThread) {
      try $0.get(1)
    } completion: { _ in
      refused.fulfill(cause { try database.insert(.named("Jake")) })
    }
    let (answer, left) = (refused.wait(), try database.texts())
    #expect(answer == .onReadThread)
    #expect(left == [])
  }

  @Test
  func `read synchronously from every thread, even concurrently`() throws {
    let database = database
    try database.insert(.named("Jake"))
    let readers = (0..<20).map { _ in OneShot<String?>() }
    for reader in readers {
      database.read(completingOn: .workingThread) {
        try $0.get(1)
      } completion: { _ in
        reader.fulfill(try? database.get(1)?.text)
      }
    }
    let fromWriter = OneShot<String?>()
    database.write(completingOn: .workingThread) {
      try $0.save(.named("Taylor"))
    } completion: { _ in
      fromWriter.fulfill(try? database.get(1)?.text)
    }
    let read = readers.map { $0.wait() }
    let afterWriting = fromWriter.wait()
    #expect(read.allSatisfy { $0 == "1 Jake" || $0 == "1 Taylor" })
    #expect(afterWriting == "1 Taylor")
  }

  @Test
  func `write asynchronously from every thread`() throws {
    let database = database
    let isDone = OneShot<Void>()
    database.write(completingOn: .workingThread) {
      try $0.save(.named("Jake"))
    } completion: { _ in
      database.write(completingOn: .workingThread) {
        try $0.save(.named("Ann", id: 2))
      } completion: { _ in
        database.read(completingOn: .workingThread) {
          try $0.get(2)
        } completion: { _ in
          database.write(completingOn: .workingThread) {
            try $0.save(.named("Bob", id: 3))
          } completion: { _ in
            isDone.fulfill(())
          }
        }
      }
    }
    isDone.wait()
    #expect(try database.texts() == ["1 Jake", "2 Ann", "3 Bob"])
  }

  @Test
  func `do not make eight readers wait for an open write`() throws {
    let database = database
    try database.insert(.named("Jake"))
    let (isWritten, mayCommit, isCommitted) = (OneShot<Void>(), OneShot<Void>(), OneShot<Void>())
    database.write(completingOn: .workingThread) { rows in
      try rows.update(.named("Taylor"))
      isWritten.fulfill(())
      mayCommit.wait()
    } completion: { _ in
      isCommitted.fulfill(())
    }
    isWritten.wait()
    // The write stays open until all eight have read, so a reader that waited for it would hang.
    let readers = (1...8).map { ThreadPool(name: "reader \($0)") }
    let answers = readers.map { _ in OneShot<[String]?>() }
    for (reader, answer) in zip(readers, answers) {
      reader.async { answer.fulfill(try? database.texts()) }
    }
    let during = answers.map { $0.wait() }
    mayCommit.fulfill(())
    isCommitted.wait()
    let after = try database.texts()
    #expect(during == Array(repeating: ["1 Jake"], count: 8))
    #expect(after == ["1 Taylor"])
  }
}

@Suite(.serialized)
struct `Many threads`: ~Copyable {
  let users: OpenUsers
  var database: UserDatabase { users.database }

  init() throws { users = try OpenUsers() }

  @Test
  func `read whole commits only, and observers receive as many as there were`() throws {
    let database = database
    try database.insert((1...10).map { .named("0", id: $0) })
    let received = Recorder<DataEvent>()
    let mixed = Recorder<Set<String>>()
    let observation = database.observe(on: .workingThread) { received.record($0) }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do {
        for round in 1...20 {
          if thread < 2 {
            let name = "\(thread) \(round)"
            try database.write { rows in
              for id in Int64(1)...10 { try rows.update(.named(name, id: id)) }
            }
          } else {
            let names = Set(try database.all().map(\.name.value))
            if names.count != 1 { mixed.record(names) }
            _ = try database.get(Int64(round))
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    observation.end()
    #expect(mixed.entries == [])
    #expect(received.entries == (0..<40).flatMap { _ in (1...10).map { DataEvent.update($0) } })
  }

  @Test
  func `write one user in some order, and the last one wins everywhere`() throws {
    let database = database
    let completed = Recorder<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<20 {
        let name = "\(thread) \(round)"
        database.write(completingOn: .workingThread) {
          try $0.save(.named(name))
        } completion: { _ in
          completed.record(name)
        }
      }
    }
    database.close()
    let again = try UserDatabase(at: users.folder.database, busyTimeout: .patient)
    let last = try again.get(1)?.name.value
    again.close()
    #expect(completed.entries.count == 160)
    #expect(last == completed.entries.last)
  }
}
