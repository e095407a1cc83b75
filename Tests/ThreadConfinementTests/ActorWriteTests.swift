import Foundation
import TestSupport
import Testing

@testable import ThreadConfinement

@Suite(.serialized)
struct `Writes on an actor`: ~Copyable {
  struct Refused: Error {}

  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `asyncWrite returns the block's value, and rolls back if it throws (R-75)`() async throws {
    let archive = Archive(folder.configuration)
    try await archive.open()
    let name = try await archive.addAsync(.ann)
    await #expect(throws: Refused.self) { try await archive.addAsync(.bob, thenThrow: Refused()) }
    let names = await archive.names
    #expect(name == "Ann")
    #expect(names == ["Ann"])
  }

  @Test
  func `asyncWrite throws if its block cancels the write or invalidates the store (R-16 R-75)`()
    async throws
  {
    let archive = Archive(folder.configuration)
    try await archive.open()
    let endings: [@Sendable (ConfinedStore) throws -> Void] = [
      { try $0.cancelWrite() }, { $0.invalidate() },
      {
        try $0.cancelWrite()
        throw Refused()
      },
    ]
    var errors: [String] = []
    for end in endings {
      let result = await Result { try await archive.write(endingWith: end) }
      errors.append(result.failure.map { "\($0)" } ?? "stored")
    }
    #expect(
      errors == [
        "the block of an asynchronous write cancelled it",
        "deleted or invalidated; fetch it again, or check isInvalidated first", "Refused()",
      ])
  }

  @Test
  func `a task that is cancelled while it waits for its turn does not write (R-75)`() async throws {
    let archive = Archive(folder.configuration)
    try await archive.open()
    let other = ConfinedThread(name: "other")
    let configuration = folder.configuration
    let begun = AsyncStream<Void>.makeStream()
    let mayEnd = DispatchSemaphore(value: 0)
    other.async {
      let store = try? ConfinedStore.open(configuration)
      try? store?.beginWrite()
      begun.continuation.finish()
      mayEnd.wait()
      try? store?.commitWrite()
    }
    for await _ in begun.stream {}
    let task = Task { try await archive.addAsync(.ann) }
    while await !archive.isBusy { await Task.yield() }
    task.cancel()
    let result = await task.result
    mayEnd.signal()
    await other.finish()
    let isCancelled = (try? result.get()) == nil
    let name = try await archive.addAsync(.bob)
    let names = await archive.names
    #expect(isCancelled)
    #expect(name == "Bob")
    #expect(names == ["Bob"])
  }

  @Test
  func `a task that is already cancelled throws at once (R-75)`() async throws {
    let archive = Archive(folder.configuration)
    try await archive.open()
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
    let archive = Archive(folder.configuration)
    try await archive.open()
    let tasks = (0..<8).map { id in Task { try await archive.addAsync(Artist(id: id)) } }
    await archive.invalidate()
    for task in tasks { _ = await task.result }
    let isBusy = await archive.isBusy
    #expect(!isBusy)
  }

  @Test
  func `tasks of an actor write one at a time (R-75)`() async throws {
    let archive = Archive(folder.configuration)
    try await archive.open()
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
    let holder = ConfinedThread(name: "holder")
    let configuration = folder.configuration
    let begun = AsyncStream<Void>.makeStream()
    let mayEnd = DispatchSemaphore(value: 0)
    holder.async {
      let store = try? ConfinedStore.open(configuration)
      try? store?.beginWrite()
      begun.continuation.finish()
      mayEnd.wait()
      try? store?.cancelWrite()
    }
    for await _ in begun.stream {}
    let (refusals, refused) = (Recorder<String>(), DispatchSemaphore(value: 0))
    for archive in archives {
      Task {
        let result = await Result { try await archive.add(.ann) }
        refusals.record(result.failure.map { "\($0)" } ?? "stored")
        refused.signal()
      }
    }
    // On a thread outside the pool, so that a blocked pool fails only this test.
    let waited = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let ended = Result {
          try waiting(for: "a refusal") { for _ in archives { refused.wait() } }
        }
        mayEnd.signal()
        continuation.resume(returning: ended.failure.map { "\($0)" })
      }
    }
    await holder.finish()
    let name = try await archives.first?.addAsync(.ann)
    #expect(waited == nil)
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
      let failures = await withTaskGroup { [configuration] group in
        for _ in 0..<8 {
          group.addTask { await Result { try await Archive(configuration).open() }.failure }
        }
        return await group.reduce(into: []) { $0 += $1.map { ["\($0)"] } ?? [] }
      }
      #expect(failures == [])
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

extension Result {
  fileprivate var failure: Failure? {
    do throws(Failure) { _ = try get() } catch { return error }
    return nil
  }

  /// The result or error of the closure.
  fileprivate init(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Success
  ) async {
    do throws(Failure) { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
