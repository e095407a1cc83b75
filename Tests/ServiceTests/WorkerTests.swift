import Concurrency
import DataAccess
import HTTP
import Observing
import TestSupport
import Testing

@testable import Service

/// Work that waits for the disk or a user runs on dedicated threads, never on Swift's pool.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct `Blocking work`: ~Copyable {
  let scene: UserScene
  init() throws { scene = try UserScene(users: "Jake", "Ann") }

  @Test
  func `for pending saves runs on threads of the package`() async throws {
    let threads = Recorder<String>()
    let pending = RecordedPendingSaves(scene.pending, in: scene.history, threads: threads)
    let service = scene.launch(pending: pending)
    _ = await service.rename(1, "Taylor")
    try await scene.renameUnsaved("Zoe", by: service)
    try await service.saveAgain()
    let used = Set(threads.entries.dropFirst())
    #expect(used == ["add on service.worker", "remove on dal.write", "all on service.worker"])
  }

  @Test
  func `for a row runs on threads of the package`() async throws {
    let threads = Locked<Set<String>>([])
    let rows = RecordingRows(rows: scene.rows) {
      threads.withLock { _ = $0.insert(ThreadPool.currentName ?? "another thread") }
    }
    let service = scene.launch(over: rows)
    // Both renames read the row, because no model is retained.
    _ = await service.rename(1, "Taylor")
    _ = await service.rename(2, "Anna")
    let users = try await Task.detached { try service.loadAll() }.value
    threads.withLock { $0 = [] }
    try scene.rows.update(UserRawModel(id: 2, name: "Bob"))
    // The rename runs after the service has read the row, in the same queue.
    _ = await service.rename(2, "Ann")
    #expect(threads.withLock { $0 } == ["service.worker"])
    withExtendedLifetime(users) {}
  }

  @Test
  func `for a delivery continues when the place is finished`() async throws {
    let thread = ThreadPool(name: "gone")
    thread.finish()
    let service = scene.launch(deliveringOn: .thread(thread))
    service.modifyUserName("Taylor", of: 1) { _ in }
    let saved = AsyncStream.makeStream(of: DataEvent.self)
    let saving = scene.rows.observe(on: .workingThread) { saved.continuation.yield($0) }
    service.modifyUserName("Zoe", of: 1) { _ in }
    for await event in saved.stream {
      if event == .update(1), try scene.stored(1) == "Zoe" { break }
    }
    saving.end()
  }
}

/// A database that reports each synchronous call, and a read at its end.
struct RecordingRows: UserDataAccess {
  let rows: UserDatabase
  let called: @Sendable () -> Void

  func read<Value: Sendable>(_ steps: @escaping Steps<Value>) throws(DataAccessError) -> Value {
    defer { called() }
    return try rows.read(steps)
  }

  func write<Value: Sendable>(_ steps: @escaping Steps<Value>) throws(DataAccessError) -> Value {
    called()
    return try rows.write(steps)
  }

  func read<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>
  ) { rows.read(completingOn: place, steps, completion: completion) }

  func write<Value: Sendable>(
    completingOn place: CompletionPlace, _ steps: @escaping Steps<Value>,
    completion: @escaping Completion<Value>
  ) { rows.write(completingOn: place, steps, completion: completion) }

  func observe(
    on place: CompletionPlace, _ handler: @escaping @Sendable (DataEvent) -> Void
  ) -> Binding { rows.observe(on: place, handler) }

  func close() { rows.close() }
}
