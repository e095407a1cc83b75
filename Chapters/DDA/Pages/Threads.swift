import Concurrency
import DataAccess
import Dispatch
import Observing
import Workbook

extension Page {
  static let threads = Page(
    "threads", "One thread writes, others read, and completions run where they are wanted"
  ) { transcript in
    let scratch = try Scratch()
    let worker = Locked("")
    var configuration = UserDatabase.Configuration()
    configuration.log = { _ in worker.withLock { $0 = present } }
    let users = try UserDatabase(at: scratch.database, configuration)
    defer { users.close() }
    let service = NamedThread(name: "service")
    defer { service.finish() }

    try users.insert(UserRawModel(id: 1, name: "Jake"))
    transcript.line("write sync on \(worker.withLock { $0 })")
    _ = try users.get(1)
    transcript.line("read sync on \(worker.withLock { $0 })")

    let written = Answer<String>()
    users.save(UserRawModel(id: 1, name: "Jake"), completingOn: .thread(service)) { _ in
      written.give(present)
    }
    let writing = written.wait()
    transcript.line("write async done on \(worker.withLock { $0 }), completion on \(writing)")
    let read = Answer<String>()
    users.get(1, completingOn: .thread(service)) { _ in read.give(present) }
    let reading = read.wait()
    transcript.line("read async done on \(worker.withLock { $0 }), completion on \(reading)")

    try readDuringWrite(users, transcript)
    let refused = Answer<String>()
    users.save(UserRawModel(id: 1, name: "Taylor"), completingOn: .workingThread) { _ in
      refused.give(outcome { () throws(DataAccessError) in try users.delete(1) })
    }
    transcript.line("sync write from dal.write: \(refused.wait())")
  }

  private static func readDuringWrite(
    _ users: UserDatabase, _ transcript: Transcript
  ) throws {
    let isWritten = Answer<Void>()
    let mayCommit = Answer<Void>()
    let isCommitted = Answer<Void>()
    let steps: UserDataAccess.Steps = { rows throws(DataAccessError) in
      try rows.update(UserRawModel(id: 1, name: "Taylor"))
      isWritten.give(())
      mayCommit.wait()
    }
    users.transaction(completingOn: .workingThread, steps) { _ in isCommitted.give(()) }

    isWritten.wait()
    transcript.line("reader during an open write sees \(try users.get(1)?.name.value ?? "nobody")")
    mayCommit.give(())
    isCommitted.wait()
    transcript.line("reader after commit sees \(try users.get(1)?.name.value ?? "nobody")")
  }

  private static var present: String { NamedThread.presentName ?? "another thread" }

  private static func outcome(_ write: () throws(DataAccessError) -> Void) -> String {
    do throws(DataAccessError) { try write() } catch { return "error: \(error.cause)" }
    return "done"
  }
}
