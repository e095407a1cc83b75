import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Writes on an actor`: ~Copyable {
  struct Refused: Error {}

  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `asyncWrite gives the block's value, and rolls back what throws (R-75)`() async throws {
    let archive = Archive(folder.configuration)
    try await archive.open()
    let name = try await archive.addAsync(.ann)
    await #expect(throws: Refused.self) { try await archive.addAsync(.bob, thenThrow: Refused()) }
    let names = await archive.names
    #expect(name == "Ann")
    #expect(names == ["Ann"])
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
    other.finish()
    let isCancelled = (try? result.get()) == nil
    let name = try await archive.addAsync(.bob)
    let names = await archive.names
    #expect(isCancelled)
    #expect(name == "Bob")
    #expect(names == ["Bob"])
  }

  @Test
  func `a task that is cancelled beforehand throws at once (R-75)`() async throws {
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
  func `an invalidated store ends what waits (R-74 R-75)`() async throws {
    let archive = Archive(folder.configuration)
    try await archive.open()
    let tasks = (0..<8).map { id in Task { try await archive.addAsync(Artist(id: id)) } }
    await archive.invalidate()
    for task in tasks { _ = await task.result }
    let isBusy = await archive.isBusy
    #expect(!isBusy)
  }

  @Test
  func `tasks of an actor write one after the other (R-75)`() async throws {
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
}
