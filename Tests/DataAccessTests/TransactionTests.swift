import Concurrency
import DataAccess
import Observing
import TestSupport
import Testing

@Suite(.serialized)
struct `A transaction`: ~Copyable {
  let users: OpenUsers
  var database: UserDatabase { users.database }

  init() throws {
    let users = try OpenUsers()
    try users.database.insert(.named("Jake"))
    self.users = users
  }

  @Test
  func `runs all its steps, and each sees the earlier changes`() throws {
    let seen = Recorder<[String]>()
    try database.write { rows in
      try rows.save(.named("Taylor"))
      try rows.insert([.named("Ann", id: 2), .named("Bob", id: 3)])
      try rows.delete(2)
      seen.record([try rows.get(1)?.text ?? "nobody"] + (try rows.texts()))
      try rows.deleteAll()
      try rows.insert(.named("Cid", id: 4))
      try rows.update(.named("Dan", id: 4))
    }
    let texts = try database.texts()
    #expect(seen.entries == [["1 Taylor", "1 Taylor", "3 Bob"]])
    #expect(texts == ["4 Dan"])
  }

  @Test
  func `whose steps throw changes nothing`() throws {
    let refused = cause {
      try database.write { rows in
        try rows.update(.named("Taylor"))
        try rows.insert(.named("Ann", id: 2))
        try rows.update(.named("Bob", id: 3))
      }
    }
    let abandoned = database.outcome { rows in
      try rows.deleteAll()
      throw CancellationError()
    }
    let texts = try database.texts()
    #expect(refused == .noSuchUser(3))
    #expect(abandoned == .abandoned)
    #expect(texts == ["1 Jake"])
  }

  @Test
  func `may continue after a step that failed, which changed nothing`() throws {
    let caught = Recorder<DataAccessError.Cause?>()
    let received = Recorder<DataEvent>()
    let observation = database.observe(on: .workingThread) { received.record($0) }
    try database.write { rows in
      caught.record(cause { try rows.insert([.named("Ann", id: 2), .named("Bob", id: 1)]) })
      try rows.insert(.named("Cid", id: 3))
    }
    observation.end()
    let texts = try database.texts()
    #expect(caught.entries == [.userExists(1)])
    #expect(texts == ["1 Jake", "3 Cid"])
    #expect(received.entries == [.insert(3)])
  }

  @Test
  func `lends rows that are invalid afterwards and on other threads`() throws {
    let kept = Locked(KeptRows())
    let service = ThreadPool(name: "service")
    let elsewhere = OneShot<DataAccessError.Cause?>()
    let onOtherThread = Recorder<DataAccessError.Cause?>()
    try database.write { rows in
      kept.withLock { [rows = KeptRows(rows: rows)] in $0 = rows }
      service.async {
        let rows = kept.withLock { $0 }
        elsewhere.fulfill(cause { try rows.rows?.delete(1) })
      }
      // The transaction stays open until the other thread has tried.
      onOtherThread.record(elsewhere.wait())
    }
    let late = cause {
      try kept.withLock { $0 }.rows?.insert(.named("Ann", id: 2))
    }
    let texts = try database.texts()
    #expect(onOtherThread.entries == [.transactionEnded])
    #expect(late == .transactionEnded)
    #expect(texts == ["1 Jake"])
  }

  /// Carries rows out of a transaction's steps, which the compiler would otherwise reject.
  private struct KeptRows: @unchecked Sendable {
    // Unchecked because the test uses the rows after the transaction and on another thread.
    var rows: (any UserRows)?
  }
}
