import Concurrency
import DataAccess
import TestSupport
import Testing

@Suite(.serialized)
struct `Closing`: ~Copyable {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test
  func `waits for all earlier operations`() throws {
    let users = try UserDatabase(at: folder.database, busyTimeout: .patient)
    let received = Recorder<DataAccessError.Cause?>()
    for id in Int64(1)...100 {
      users.write(completingOn: .workingThread) {
        try $0.insert(.named("Ann", id: id))
      } completion: {
        received.record($0.cause)
      }
      users.read(completingOn: .workingThread) {
        try $0.get(id)
      } completion: {
        received.record($0.cause)
      }
    }
    users.close()
    let files = folder.names
    let again = try UserDatabase(at: folder.database, busyTimeout: .patient)
    let count = try again.all().count
    again.close()
    #expect(received.entries == Array(repeating: nil, count: 200))
    #expect(files == ["users.db"])
    #expect(count == 100)
  }

  @Test
  func `concurrently with writes completes or refuses each of them`() throws {
    for round in 0..<20 {
      let users = try UserDatabase(at: folder.file("\(round).db"), busyTimeout: .patient)
      let (called, completed) = (Locked(0), Locked(0))
      let isFinished = allFinish(threads: 4) { thread in
        guard thread > 0 else { return users.close() }
        let isClosed = Locked(false)
        while !isClosed.withLock({ $0 }) {
          called.withLock { $0 += 1 }
          users.write(completingOn: .workingThread) { _ in
          } completion: { result in
            completed.withLock { $0 += 1 }
            if result.cause == .closed { isClosed.withLock { $0 = true } }
          }
        }
      }
      users.close()
      let counts = (called.withLock { $0 }, completed.withLock { $0 })
      #expect(isFinished)
      #expect(counts.0 == counts.1)
    }
  }

  @Test
  func `ends later operations with an error`() throws {
    let users = try UserDatabase(at: folder.database, busyTimeout: .patient)
    try users.insert(.named("Jake"))
    users.close()
    users.close()
    let received = Recorder<DataAccessError.Cause?>()
    users.read(completingOn: .workingThread) {
      try $0.get(1)
    } completion: {
      received.record($0.cause)
    }
    users.write(completingOn: .workingThread) {
      try $0.save(.named("Taylor"))
    } completion: {
      received.record($0.cause)
    }
    let causes = [
      cause { _ = try users.get(1) },
      cause { _ = try users.all() },
      cause { try users.save(.named("Taylor")) },
      cause { try users.write { _ in } },
      cause { try users.runOnWriter("SELECT 1") },
    ]
    #expect(causes == Array(repeating: .closed, count: 5))
    #expect(received.entries == [.closed, .closed])
  }

  @Test
  func `is possible from its own threads, and from several at once`() throws {
    for isWriter in [true, false] {
      let users = try UserDatabase(at: folder.database, busyTimeout: .patient)
      let isClosed = OneShot<Void>()
      let close: @Sendable (Result<Void, DataAccessError>) -> Void = { _ in
        users.close()
        isClosed.fulfill(())
      }
      if isWriter {
        users.write(completingOn: .workingThread, { try $0.deleteAll() }, completion: close)
      } else {
        users.read(completingOn: .workingThread, { _ = try $0.get(1) }, completion: close)
      }
      isClosed.wait()
      let closers = (1...4).map { ThreadPool(name: "closer \($0)") }
      for closer in closers { closer.async { users.close() } }
      for closer in closers {
        closer.finish()
        closer.join()
      }
    }
    #expect(folder.names == ["users.db"])
  }

  @Test
  func `happens when the last reference to the database is released`() throws {
    let written = OneShot<DataAccessError.Cause?>()
    do {
      let users = try UserDatabase(at: folder.database, busyTimeout: .patient)
      users.write(completingOn: .workingThread) {
        try $0.insert(.named("Jake"))
      } completion: {
        written.fulfill($0.cause)
      }
    }
    let outcome = written.wait()
    let again = try UserDatabase(at: folder.database, busyTimeout: .patient)
    let texts = try again.texts()
    again.close()
    #expect(outcome == nil)
    #expect(texts == ["1 Jake"])
  }

  @Test
  func `allows a completion of a write to read meanwhile`() throws {
    let users = try UserDatabase(at: folder.database, busyTimeout: .patient)
    let (mayGoOn, read) = (OneShot<Void>(), OneShot<String?>())
    users.write(completingOn: .workingThread) { rows in
      try rows.insert(.named("Jake"))
      mayGoOn.wait()
    } completion: { _ in
      read.fulfill(try? users.get(1)?.text)
    }
    let closer = ThreadPool(name: "closer")
    closer.async { users.close() }
    mayGoOn.fulfill(())
    closer.finish()
    closer.join()
    #expect(read.wait() == "1 Jake")
  }
}
