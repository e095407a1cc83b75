import DataAccess
import Dispatch
import Foundation
import Testing

@Suite(.serialized)
struct `Threads of the database`: ~Copyable {
  let users: OpenUsers
  let log: Heard<String>
  var database: UserDatabase { users.database }

  init() throws {
    let log = Heard<String>()
    var configuration = UserDatabase.Configuration.impatient
    configuration.log = { step in log.add("\(step) on \(NamedThread.presentName ?? "nowhere")") }
    users = try OpenUsers(configuration)
    self.log = log
  }

  @Test
  func `write on dal.write and read on dal.read, however it is asked`() throws {
    try database.insert(.named("Jake"))
    _ = try database.get(1)
    _ = database.outcome { [database] in database.delete(1, completingOn: $0, $1) }
    let all = Answer<Void>()
    database.all(completingOn: .workingThread) { _ in all.give() }
    all.wait()
    #expect(
      log.all == [
        #"insert(1, name: "Jake") on dal.write"#, "get(1) on dal.read",
        "conversion(1) on dal.read", "delete(1) on dal.write", "all on dal.read",
      ])
    #expect(NamedThread.presentName == nil)
  }

  @Test
  func `refuse a synchronous write that would wait for itself`() throws {
    let database = database
    let refused = Answer<[DataAccessError.Cause?]>()
    database.save(.named("Jake"), completingOn: .workingThread) { _ in
      refused.give([
        cause { () throws(DataAccessError) in try database.insert(.named("Bob", id: 2)) },
        cause { () throws(DataAccessError) in try database.insert([.named("Bob", id: 2)]) },
        cause { () throws(DataAccessError) in try database.update(.named("Bob")) },
        cause { () throws(DataAccessError) in try database.save(.named("Bob")) },
        cause { () throws(DataAccessError) in try database.delete(1) },
        cause { () throws(DataAccessError) in try database.deleteAll() },
        cause { () throws(DataAccessError) in try database.transaction { _ in } },
        cause { () throws(DataAccessError) in try database.runOnWriter("SELECT 1") },
      ])
    }
    let causes = refused.wait()
    let left = try database.texts()
    #expect(causes == Array(repeating: .onWriteThread, count: 8))
    #expect(left == ["1 Jake"])
  }

  @Test
  func `refuse a synchronous write inside a transaction, which has rows of its own`() throws {
    let database = database
    let refused = Answer<DataAccessError.Cause?>()
    try database.transaction { (rows) throws(DataAccessError) in
      try rows.insert(.named("Jake"))
      refused.give(cause { () throws(DataAccessError) in try database.delete(1) })
    }
    let (answer, left) = (refused.wait(), try database.texts())
    #expect(answer == .onWriteThread)
    #expect(left == ["1 Jake"])
  }

  @Test
  func `refuse a synchronous write from a reading thread`() throws {
    let database = database
    let refused = Answer<DataAccessError.Cause?>()
    database.get(1, completingOn: .workingThread) { _ in
      refused.give(cause { () throws(DataAccessError) in try database.insert(.named("Jake")) })
    }
    let (answer, left) = (refused.wait(), try database.texts())
    #expect(answer == .onReadThread)
    #expect(left == [])
  }

  @Test
  func `read synchronously from everywhere, also when all read at once`() throws {
    let database = database
    try database.insert(.named("Jake"))
    let readers = (0..<20).map { _ in Answer<String?>() }
    for reader in readers {
      database.get(1, completingOn: .workingThread) { _ in
        reader.give(try? database.get(1)?.text)
      }
    }
    let fromWriter = Answer<String?>()
    database.save(.named("Taylor"), completingOn: .workingThread) { _ in
      fromWriter.give(try? database.get(1)?.text)
    }
    let read = readers.map { $0.wait() }
    let afterWriting = fromWriter.wait()
    #expect(read.allSatisfy { $0 == "1 Jake" || $0 == "1 Taylor" })
    #expect(afterWriting == "1 Taylor")
  }

  @Test
  func `write from everywhere if it is asynchronous`() throws {
    let database = database
    let isDone = Answer<Void>()
    database.save(.named("Jake"), completingOn: .workingThread) { _ in
      database.save(.named("Ann", id: 2), completingOn: .workingThread) { _ in
        database.get(2, completingOn: .workingThread) { _ in
          database.save(.named("Bob", id: 3), completingOn: .workingThread) { _ in
            isDone.give()
          }
        }
      }
    }
    isDone.wait()
    let texts = try database.texts()
    #expect(texts == ["1 Jake", "2 Ann", "3 Bob"])
  }

  @Test
  func `keep the order of writes`() throws {
    let heard = Heard<Int>()
    let isDone = Answer<Void>()
    for number in 1...200 {
      database.save(.named("\(number)"), completingOn: .workingThread) { _ in
        heard.add(number)
        if number == 200 { isDone.give() }
      }
    }
    isDone.wait()
    let last = try database.get(1)?.text
    #expect(heard.all == Array(1...200))
    #expect(last == "1 200")
  }

  @Test
  func `do not let eight readers wait for an open write`() throws {
    let database = database
    try database.insert(.named("Jake"))
    let (isWritten, mayCommit, isCommitted) = (Answer<Void>(), Answer<Void>(), Answer<Void>())
    let steps: UserDataAccess.Steps = { rows throws(DataAccessError) in
      try rows.update(.named("Taylor"))
      isWritten.give()
      mayCommit.wait()
    }
    database.transaction(completingOn: .workingThread, steps) { _ in isCommitted.give() }
    isWritten.wait()
    // The write is open until all eight have read, so one that waited for it would never end.
    let readers = (1...8).map { NamedThread(name: "reader \($0)") }
    let answers = readers.map { _ in Answer<[String]?>() }
    for (reader, answer) in zip(readers, answers) {
      reader.async { answer.give(try? database.texts()) }
    }
    let during = answers.map { $0.wait() }
    mayCommit.give()
    isCommitted.wait()
    let after = try database.texts()
    for reader in readers { reader.finish() }
    #expect(during == Array(repeating: ["1 Jake"], count: 8))
    #expect(after == ["1 Taylor"])
  }
}
