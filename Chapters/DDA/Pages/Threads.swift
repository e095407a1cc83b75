import Concurrency
import DataAccess
import Observing
import Workbook

extension Page {
  static let threads = Page(
    "threads", "On which thread does each operation run?",
    drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    let worker = Locked("")
    let users = try UserDatabase(at: scratch.database) { step in
      transcript.record(step)
      worker.withLock { $0 = currentName }
    }
    defer { users.close() }
    let service = ThreadPool(name: "service")

    try transcript.call("insert", of: "dal") { try users.insert(UserRawModel(id: 1, name: "Jake")) }
    transcript.line("write sync on \(worker.withLock { $0 })")
    _ = try name(of: 1, in: users, transcript)
    transcript.line("read sync on \(worker.withLock { $0 })")

    let written = OneShot<String>()
    transcript.record(.send, "write", to: "dal.write")
    users.write(completingOn: .thread(service)) { rows in
      try rows.save(UserRawModel(id: 1, name: "Jake"))
    } completion: { _ in
      transcript.record(.send, "completion", from: "dal", to: "page")
      written.fulfill(currentName)
    }
    let writing = await written.value
    transcript.line("write async done on \(worker.withLock { $0 }), completion on \(writing)")
    let read = OneShot<String>()
    transcript.record(.send, "read", to: "dal.read")
    users.read(completingOn: .thread(service)) { rows in
      try rows.get(1)
    } completion: { _ in
      transcript.record(.send, "completion", from: "dal", to: "page")
      read.fulfill(currentName)
    }
    let reading = await read.value
    transcript.line("read async done on \(worker.withLock { $0 }), completion on \(reading)")

    try await readDuringWrite(users, transcript)
    let refused = OneShot<String>()
    transcript.record(.send, "write", to: "dal.write")
    users.write(completingOn: .workingThread) { rows in
      try rows.save(UserRawModel(id: 1, name: "Taylor"))
    } completion: { _ in
      transcript.record(.send, "completion", from: "page", to: "page")
      refused.fulfill(outcome { () throws(DataAccessError) in try users.delete(1) })
    }
    transcript.line("sync write from dal.write: \(await refused.value)")
  }

  @MainActor
  private static func readDuringWrite(
    _ users: UserDatabase, _ transcript: Transcript
  ) async throws {
    let (isWritten, mayCommit, isCommitted) = (Gate(), Gate(), Gate())
    transcript.record(.send, "write", to: "dal.write")
    users.write(completingOn: .workingThread) { rows in
      try rows.update(UserRawModel(id: 1, name: "Taylor"))
      isWritten.open()
      mayCommit.wait()
    } completion: { _ in
      transcript.record(.send, "completion", from: "page", to: "page")
      isCommitted.open()
    }

    await isWritten.passed()
    transcript.line("reader during an open write sees \(try name(of: 1, in: users, transcript))")
    mayCommit.open()
    await isCommitted.passed()
    transcript.line("reader after commit sees \(try name(of: 1, in: users, transcript))")
  }

  private static func name(
    of id: Int64, in users: UserDatabase, _ transcript: Transcript, line: Int = #line
  ) throws -> String {
    try transcript.call("get \(id)", of: "dal", returning: { $0 }, line: line) {
      try users.get(id)?.name.value ?? "nobody"
    }
  }

  private static var currentName: String { ThreadPool.currentName ?? "another thread" }

  private static func outcome(_ write: () throws(DataAccessError) -> Void) -> String {
    do throws(DataAccessError) { try write() } catch { return "error: \(error.cause)" }
    return "done"
  }
}
