import DataAccess
import Foundation
import Testing

@Suite(.serialized)
struct `Closing`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `lets all that was asked for happen`() throws {
    let users = try UserDatabase(at: folder.database, .impatient)
    let heard = Heard<DataAccessError.Cause?>()
    for id in Int64(1)...100 {
      users.insert(.named("Ann", id: id), completingOn: .workingThread) { heard.add($0.cause) }
      users.get(id, completingOn: .workingThread) { heard.add($0.cause) }
    }
    users.close()
    let files = try folder.files
    let again = try UserDatabase(at: folder.database)
    let count = try again.all().count
    again.close()
    #expect(heard.all == Array(repeating: nil, count: 200))
    #expect(files == ["users.db"])
    #expect(count == 100)
  }

  @Test
  func `ends everything that is asked for afterwards with an error`() throws {
    let users = try UserDatabase(at: folder.database, .impatient)
    try users.insert(.named("Jake"))
    users.close()
    users.close()
    let heard = Heard<DataAccessError.Cause?>()
    users.get(1, completingOn: .workingThread) { heard.add($0.cause) }
    users.save(.named("Taylor"), completingOn: .workingThread) { heard.add($0.cause) }
    let causes = [
      cause { () throws(DataAccessError) in _ = try users.get(1) },
      cause { () throws(DataAccessError) in _ = try users.all() },
      cause { () throws(DataAccessError) in try users.save(.named("Taylor")) },
      cause { () throws(DataAccessError) in try users.transaction { _ in } },
      cause { () throws(DataAccessError) in try users.runOnWriter("SELECT 1") },
    ]
    #expect(causes == Array(repeating: .closed, count: 5))
    #expect(heard.all == [.closed, .closed])
  }

  @Test
  func `is possible from its own threads, and from several at once`() throws {
    for isWriter in [true, false] {
      let users = try UserDatabase(at: folder.database, .impatient)
      let isClosed = Answer<Void>()
      if isWriter {
        users.deleteAll(completingOn: .workingThread) { _ in
          users.close()
          isClosed.give()
        }
      } else {
        users.get(1, completingOn: .workingThread) { _ in
          users.close()
          isClosed.give()
        }
      }
      isClosed.wait()
      let closers = (1...4).map { NamedThread(name: "closer \($0)") }
      for closer in closers { closer.async { users.close() } }
      for closer in closers { closer.finish() }
    }
    let files = try folder.files
    #expect(files == ["users.db"])
  }

  @Test
  func `happens by itself when nobody has the database any more`() throws {
    let written = Answer<DataAccessError.Cause?>()
    do {
      let users = try UserDatabase(at: folder.database, .impatient)
      users.insert(.named("Jake"), completingOn: .workingThread) { written.give($0.cause) }
    }
    let outcome = written.wait()
    let again = try UserDatabase(at: folder.database)
    let texts = try again.texts()
    again.close()
    #expect(outcome == nil)
    #expect(texts == ["1 Jake"])
  }

  @Test
  func `does not wait for a closed thread's answer when writers read`() throws {
    let users = try UserDatabase(at: folder.database, .impatient)
    let (mayGoOn, read) = (Answer<Void>(), Answer<String?>())
    let steps: UserDataAccess.Steps = { rows throws(DataAccessError) in
      try rows.insert(.named("Jake"))
      mayGoOn.wait()
    }
    users.transaction(completingOn: .workingThread, steps) { _ in
      read.give(try? users.get(1)?.text)
    }
    let closer = NamedThread(name: "closer")
    closer.async { users.close() }
    mayGoOn.give()
    closer.finish()
    #expect(read.wait() == "1 Jake")
  }
}
