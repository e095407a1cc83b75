import Concurrency
import Dispatch
import Foundation
import LayeredStorage
import Terminal

/// A directory of one suite's instance, which goes with it.
struct Scratch: ~Copyable {
  let directory: URL

  init() throws {
    directory = TemporaryDirectory.url
      .appending(path: "layered-storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  var file: URL { directory.appending(path: "value.json") }

  /// Everything in the directory, hidden or not.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
  }
}

/// What another process would do.
func replace(_ file: URL, with value: String) throws {
  try Data("\"\(value)\"".utf8).write(to: file, options: .atomic)
}

/// What happened, in order.
final class History: Sendable {
  private let lines = Locked<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  func clear() { lines.withLock { $0 = [] } }
}

/// Rings at each change, and lets one wait for it.
final class Bell: Sendable {
  private let rung = DispatchSemaphore(value: 0)
  private let rings = Locked(0)

  var count: Int { rings.withLock { $0 } }

  func ring() {
    rings.withLock { $0 += 1 }
    rung.signal()
  }

  /// Waits for one more change.
  ///
  /// - Returns: false after five minutes, which only a test that fails takes.
  func wait() -> Bool { rung.wait(timeout: .now() + 300) == .success }
}

/// Memory that writes down its calls and can be told to fail.
final class Recorded: SynchronizedDataProviding {
  struct Refused: Error, Equatable {}

  let memory: MemoryProvider<String>
  private let name: String
  private let history: History
  private let refuses = Locked(false)

  init(_ name: String, _ history: History, value: String? = nil) {
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
    history.add("\(name).get")
    if isRefusing { throw Refused() }
    return try memory.getValue()
  }

  func setValue(_ value: String) throws {
    history.add("\(name).set \(value)")
    if isRefusing { throw Refused() }
    memory.setValue(value)
  }
}
