import Concurrency
import Dispatch
import Foundation
import LayeredStorage
import Testing

@Suite(.serialized)
struct `A task that a provider starts while it is written` {
  /// A memory provider whose first write starts a task, which changes the value again once a gate
  /// opens.
  private final class Starting: SynchronizedDataProviding {
    let memory = MemoryProvider("Ann")
    let mayChange = DispatchSemaphore(value: 0)
    let hasChanged = DispatchSemaphore(value: 0)
    private let waitsForTask: Bool
    private let isStarted = Locked(false)

    init(waitsForTask: Bool) { self.waitsForTask = waitsForTask }

    var valueBeModifiedHandlers: ChangeHandlers { memory.valueBeModifiedHandlers }

    func getValue() throws -> String { try memory.getValue() }

    func setValue(_ value: String) throws {
      memory.setValue(value)
      let isFirst = isStarted.withLock { isStarted in
        defer { isStarted = true }
        return !isStarted
      }
      guard isFirst else { return }
      Task { [memory, mayChange, hasChanged] in
        await withCheckedContinuation { go in
          Thread.detachNewThread {
            mayChange.wait()
            go.resume()
          }
        }
        memory.setValue("later")
        hasChanged.signal()
      }
      if waitsForTask { finish() }
    }

    func finish() {
      mayChange.signal()
      hasChanged.wait()
    }
  }

  @Test(arguments: [false, true])
  func `is not mistaken for the write`(isDuringTheWrite: Bool) async throws {
    let values = try await withCheckedThrowingContinuation { done in
      // Runs outside Swift's pool, because it blocks until a task has run.
      Thread.detachNewThread {
        done.resume(with: Result { try Self.values(isDuringTheWrite: isDuringTheWrite) })
      }
    }
    #expect(values == ["told", "told", "later"])
  }

  private static func values(isDuringTheWrite: Bool) throws -> [String] {
    let history = History()
    let underlying = Starting(waitsForTask: isDuringTheWrite)
    let chain = SynchronizedStorageChain(
      MemoryProvider<String>(), underlyingProvider: underlying)
    _ = try chain.getValue()
    let registration = chain.valueBeModifiedHandlers.add { history.add("told") }
    try chain.setValue("Bob")
    if !isDuringTheWrite { underlying.finish() }
    history.add(try chain.getValue())
    registration.end()
    return history.all
  }
}
