import Concurrency
import Foundation
import LayeredStorage
import TestSupport

/// A temporary directory, removed with this value.
struct Scratch: ~Copyable {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("layered-storage") }

  var directory: URL { folder.url }
  var file: URL { folder.file("value.json") }

  /// The names of all files in the directory, including hidden ones.
  var names: [String] { folder.names }
}

/// A chain whose main is a memory without a value.
func memoryChain<Below: SynchronizedDataProviding>(
  over below: Below
) -> SynchronizedStorageChain<MemoryProvider<Below.Value>, Below> {
  SynchronizedStorageChain(MemoryProvider(), underlyingProvider: below)
}

/// Replaces a file as another process would.
func replace(_ file: URL, with value: String) throws {
  try Data("\"\(value)\"".utf8).write(to: file, options: .atomic)
}

/// Waits for the changes of a provider.
final class Bell: Sendable {
  private let rung = DispatchSemaphore(value: 0)
  private let rings = Locked(0)

  var count: Int { rings.withLock { $0 } }

  func ring() {
    rings.withLock { $0 += 1 }
    rung.signal()
  }

  /// Waits for the next change.
  ///
  /// - Returns: `false` after five minutes. Only a failing test waits this long.
  func wait() -> Bool { rung.wait(timeout: .now() + 300) == .success }
}

/// A memory provider that records its calls and can be made to fail.
final class Recorded: SynchronizedDataProviding {
  struct Refused: Error, Equatable {}

  let memory: MemoryProvider<String>
  private let name: String
  private let history: Recorder<String>
  private let refuses = Locked(false)

  init(_ name: String, _ history: Recorder<String>, value: String? = nil) {
    self.name = name
    self.history = history
    memory = value.map { MemoryProvider($0) } ?? MemoryProvider()
  }

  var isRefusing: Bool {
    get { refuses.withLock { $0 } }
    set { refuses.withLock { $0 = newValue } }
  }

  var valueBeModifiedHandlers: ChangeHandlers { memory.valueBeModifiedHandlers }
  var hasValue: Bool { memory.hasValue }

  func getValue() throws -> String {
    history.record("\(name).get")
    if isRefusing { throw Refused() }
    return try memory.getValue()
  }

  func setValue(_ value: String) throws {
    history.record("\(name).set \(value)")
    if isRefusing { throw Refused() }
    memory.setValue(value)
  }
}
