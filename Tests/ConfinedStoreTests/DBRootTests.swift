import Concurrency
import Foundation
import HTTP
import TestSupport
import Testing
import ThreadConfinement
import Workbook

@testable import Chapter_ConfinedStore

@Suite(.serialized)
struct `The root of the database`: ~Copyable {
  let scratch: ScratchFolder
  let events = Recorder<DBRoot.Event>()
  init() throws { scratch = try ScratchFolder() }

  private func root() -> DBRoot { DBRoot(scratch.configuration) { [events] in events.record($0) } }

  @Test
  func `runs the tasks of 8 threads in the order in which they were added`() async throws {
    let root = root()
    let (added, run) = (Recorder<(place: Int, task: Int)>(), Recorder<Int>())
    DispatchQueue.concurrentPerform(iterations: 8) { caller in
      for number in 0..<50 {
        let task = caller * 50 + number
        let place = try? root.addTask({ _ in run.record(task) }) { _ in }
        added.record((place ?? 0, task))
      }
    }
    await root.leave()
    let order = added.entries.sorted { $0.place < $1.place }
    #expect(run.entries == order.map(\.task))
    #expect(order.map(\.place) == Array(1...400))
  }

  @Test
  func `runs a task that a task adds after those that were added before`() async throws {
    let root = root()
    let run = Recorder<String>()
    let isAdded = Gate()
    let mayEnd = DispatchSemaphore(value: 0)
    try root.addTask { _ in
      isAdded.open()
      mayEnd.wait()
      try root.addTask({ _ in run.record("inner") }) { _ in }
      run.record("outer")
    } completion: { _ in
    }
    await isAdded.passed()
    try root.addTask({ _ in run.record("next") }) { _ in }
    mayEnd.signal()
    try await root.run { _ in }
    await root.leave()
    #expect(run.entries == ["outer", "next", "inner"])
  }

  @Test
  func `uses one named thread and one store for all tasks`() async throws {
    let root = root()
    let names = Recorder<String?>()
    let stores = Recorder<ObjectIdentifier>()
    for _ in 0..<3 {
      try await root.run { store in
        names.record(StoreThread.name)
        stores.record(ObjectIdentifier(store))
      }
    }
    await root.leave()
    #expect(names.entries == Array(repeating: "realm_task_thread", count: 3))
    #expect(Set(stores.entries).count == 1)
  }

  @Test
  func `drains, ends its thread once, and refuses tasks from then on`() async throws {
    let root = root()
    let run = Recorder<Int>()
    let mayRun = DispatchSemaphore(value: 0)
    for number in 1...4 {
      try root.addTask { _ in
        if number == 1 { mayRun.wait() }
        run.record(number)
      } completion: { _ in
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await root.leave() } }
      group.addTask { mayRun.signal() }
      try await group.waitForAll()
    }
    let refused = #expect(throws: DBRoot.Left.self) {
      try root.addTask({ _ in run.record(5) }) { _ in run.record(6) }
    }
    await #expect(throws: DBRoot.Left.self) { try await root.run { _ in run.record(7) } }
    #expect(run.entries == [1, 2, 3, 4])
    #expect(
      "\(try #require(refused))"
        == "the module was left and its database thread has ended; enter the module again first")
    let lifecycle = events.entries.map { event in
      if case .threadFinished = event { "finished" } else { "\(event)" }
    }
    #expect(lifecycle.filter { $0 != "threadStarted" } == ["leaving", "finished"])
    #expect(lifecycle.count == 3)
  }

  @Test
  func `waits for its thread to end even if the task that leaves it is cancelled`() async throws {
    let hasLeft = DispatchSemaphore(value: 0)
    let root = DBRoot(scratch.configuration) { [events] event in
      events.record(event)
      if event == .leaving { hasLeft.signal() }
    }
    try root.addTask({ _ in hasLeft.wait() }) { _ in }
    let lastEvent = await Task { [events] in
      withUnsafeCurrentTask { $0?.cancel() }
      await root.leave()
      return events.entries.last.map { "\($0)" }
    }.value
    #expect(lastEvent?.hasPrefix("threadFinished") == true, "\(lastEvent ?? "nil")")
  }

  @Test
  func `that is released without leaving still ends its thread`() async {
    let isFinished = Gate()
    let run = Recorder<Int>()
    do {
      let root = DBRoot(scratch.configuration) { event in
        if event == .threadFinished(drained: 1) || event == .threadFinished(drained: 0) {
          isFinished.open()
        }
      }
      _ = try? root.addTask({ _ in run.record(1) }) { _ in }
    }
    await isFinished.passed()
    #expect(run.entries == [1])
  }

  @Test
  func `reports a task's error and continues`() async throws {
    struct Refused: Error {}
    let root = root()
    await #expect(throws: Refused.self) { try await root.run { _ in throw Refused() } }
    let count = try await root.run { $0.objects(ArtistViewModel.self).count }
    await root.leave()
    #expect(count == 0)
  }

  @Test
  func `fails each task while the store cannot be opened, and opens it once it can`()
    async throws
  {
    let folder = scratch.url.appending(path: "later")
    let root = DBRoot(.artists(in: folder.appending(path: "artists.db")))
    await #expect(throws: ConfinedStore.Failure.self) { try await root.select() }
    await #expect(throws: ConfinedStore.Failure.self) { try await root.select() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let artists = try await root.select()
    await root.leave()
    #expect(artists == [])
  }

  @Test
  func `runs a task whose caller no longer waits`() async throws {
    let root = root()
    let run = Recorder<Int>()
    let (isRunning, mayEnd) = (Gate(), DispatchSemaphore(value: 0))
    let waiting = Task {
      try await root.run { _ in
        isRunning.open()
        mayEnd.wait()
        run.record(1)
      }
    }
    await isRunning.passed()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    mayEnd.signal()
    await root.leave()
    #expect(run.entries == [1])
  }
}
