import Concurrency
import Foundation
import TestSupport
import Testing

@testable import ThreadConfinement

@Suite(.serialized)
struct `Writes on an actor`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `asyncWrite returns the block's value, and rolls back if it throws (R-75)`() async throws {
    let archive = try await Archive(opened: folder.configuration)
    let name = try await archive.addAsync(.ann)
    await #expect(throws: Refused.self) {
      try await archive.write { store in
        try store.add(Artist.bob)
        throw Refused()
      }
    }
    let names = await archive.names
    #expect(name == "Ann")
    #expect(names == ["Ann"])
  }

  @Test
  func `asyncWrite throws if its block cancels the write or invalidates the store (R-16 R-75)`()
    async throws
  {
    let archive = try await Archive(opened: folder.configuration)
    let endings: [@Sendable (ConfinedStore) throws -> Void] = [
      { try $0.cancelWrite() }, { $0.invalidate() },
      {
        try $0.cancelWrite()
        throw Refused()
      },
    ]
    var errors: [String] = []
    for end in endings { errors.append(await ending { try await archive.write(end) }) }
    #expect(
      errors == [
        "the block of an asynchronous write cancelled it",
        "deleted or invalidated; fetch it again, or check isInvalidated first", "Refused()",
      ])
  }

  @Test
  func `a task that is cancelled while it waits for its turn does not write (R-75)`() async throws {
    let archive = try await Archive(opened: folder.configuration)
    let other = await OpenWrite(of: folder.configuration)
    let task = Task { try await archive.addAsync(.ann) }
    while await !archive.isBusy { await Task.yield() }
    task.cancel()
    let result = await task.result
    await other.end()
    let isCancelled = (try? result.get()) == nil
    let name = try await archive.addAsync(.bob)
    let names = await archive.names
    #expect(isCancelled)
    #expect(name == "Bob")
    #expect(names == ["Bob"])
  }

  @Test
  func `a task that is already cancelled throws at once (R-75)`() async throws {
    let archive = try await Archive(opened: folder.configuration)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await archive.addAsync(.ann)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let names = await archive.names
    #expect(names == [])
  }

  @Test
  func `invalidating a store ends its waiting writes (R-74 R-75)`() async throws {
    let archive = try await Archive(opened: folder.configuration)
    let tasks = (0..<8).map { id in Task { try await archive.addAsync(Artist(id: id)) } }
    try await archive.use { $0.invalidate() }
    for task in tasks { _ = await task.result }
    let isBusy = await archive.isBusy
    #expect(!isBusy)
  }

  @Test
  func `tasks of an actor write one at a time (R-75)`() async throws {
    let archive = try await Archive(opened: folder.configuration)
    try await withThrowingTaskGroup { group in
      for id in 0..<20 {
        group.addTask { _ = try await archive.addAsync(Artist(id: id, name: "n")) }
      }
      try await group.waitForAll()
    }
    let count = await archive.names.count
    #expect(count == 20)
  }

  @Test
  func `stores on actors do not block the pool for a write elsewhere (R-20 R-75)`()
    async throws
  {
    // More stores than the pool has threads.
    let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
    let archives = (0..<count).map { _ in Archive(folder.configuration) }
    for archive in archives { try await archive.open() }
    let holder = await OpenWrite(of: folder.configuration)
    let (refusals, refused) = (Recorder<String>(), DispatchSemaphore(value: 0))
    for archive in archives {
      Task {
        let text = await ending {
          try await archive.use { store in try store.write { _ = try store.add(Artist.ann) } }
        }
        refusals.record(text)
        refused.signal()
      }
    }
    // On a thread outside the pool, so that a blocked pool fails only this test.
    let waited = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let isRefused: ()? = try? waiting(for: "a refusal") { for _ in archives { refused.wait() } }
        holder.mayEnd.signal()
        continuation.resume(returning: isRefused != nil)
      }
    }
    await holder.end()
    let name = try await archives.first?.addAsync(.ann)
    #expect(waited, "a refusal never came")
    let refusal =
      "another write of the file is open; on an actor use asyncWrite, which waits without blocking"
    #expect(refusals.entries == Array(repeating: refusal, count: count))
    #expect(name == "Ann")
  }

  @Test
  func `actors that open a new file at once all have a store (R-75)`() async throws {
    // Uses several files, because a released store may close the file while another store opens it.
    for number in 0..<25 {
      var configuration = folder.configuration
      configuration.file.appendPathExtension("\(number)")
      let endings = await withTaskGroup { [configuration] group in
        for _ in 0..<8 {
          group.addTask { await ending { _ = try await Archive(opened: configuration) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(endings == Array(repeating: "stored", count: 8))
    }
  }

  @Test
  func `an actor runs its tasks in the order in which they were added (R-75)`() async throws {
    let archive = Archive(folder.configuration)
    let loop = try #require(Confinement.on(archive).loop)
    let (lines, line) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<500 { _ = loop.enqueue { line.yield(number) } }
    _ = loop.enqueue { line.finish() }
    var order: [Int] = []
    for await number in lines { order.append(number) }
    #expect(order == Array(0..<500))
  }
}

/// The error of the closure, or `stored`.
private func ending(
  isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Void
) async -> String {
  do { try await body() } catch { return "\(error)" }
  return "stored"
}

/// A write that is open on another thread.
private struct OpenWrite {
  private let thread = ConfinedThread(name: "holder")
  let mayEnd = DispatchSemaphore(value: 0)

  init(of configuration: ConfinedStore.Configuration) async {
    let (begun, mayEnd) = (Gate(), mayEnd)
    thread.enqueue {
      let store = try? ConfinedStore.open(configuration)
      try? store?.beginWrite()
      begun.open()
      mayEnd.wait()
      try? store?.cancelWrite()
    }
    await begun.opened()
  }

  func end() async {
    mayEnd.signal()
    await thread.finish()
  }
}
