import Concurrency
import Foundation
import ThreadConfinement

/// A store on a thread with a loop, a log of its observers' calls, and their tokens.
final class Watcher: @unchecked Sendable {
  // Unchecked because everything but the log is used only on the thread.
  let thread: ConfinedThread
  private let log = Locked<[String]>([])
  private var opened: ConfinedStore?
  var token: NotificationToken?
  var second: NotificationToken?

  init(
    _ configuration: ConfinedStore.Configuration, name: String = "realm_task_thread"
  ) throws {
    thread = ConfinedThread(name: name)
    try thread.sync { self.opened = try .open(configuration) }
  }

  deinit { thread.finish() }

  /// Runs a closure on the thread, then the tasks that result from it.
  @discardableResult
  func turn<Result: Sendable>(
    _ body: @escaping @Sendable (ConfinedStore, Watcher) throws -> Result
  ) throws -> Result {
    let result = try thread.sync {
      guard let store = self.opened else { throw Gone() }
      return try body(store, self)
    }
    settle()
    guard let result else { throw Gone() }
    return result
  }

  /// Runs a closure on the thread after the current task. If the current task is the block of an
  /// asynchronous write, the closure runs during its commit.
  func later(_ body: @escaping @Sendable (ConfinedStore, Watcher) throws -> Void) {
    thread.async {
      do { if let store = self.opened { try body(store, self) } } catch { self.note("\(error)") }
    }
  }

  /// Waits until the pending tasks and those that they add have run.
  func settle() {
    for _ in 0..<3 { _ = thread.sync {} }
  }

  /// Waits until no write of the store is queued or being committed.
  func finish() throws {
    while try turn({ store, _ in store.hasAsyncWrites }) {}
  }

  /// Releases the store and the tokens on their thread, then ends the thread.
  func close() {
    _ = thread.sync {
      self.token = nil
      self.second = nil
      self.opened = nil
    }
    thread.finish()
  }

  func note(_ line: String) { log.withLock { $0.append(line) } }

  /// The entries so far, in order.
  var notes: [String] { log.withLock { $0 } }

  func note(_ change: CollectionChange<Artist>, as name: String = "") {
    switch change {
    case .initial(let artists): note("\(name)initial \(artists.count)")
    case .update(_, let deletions, let insertions, let modifications):
      note("\(name)update \(deletions) \(insertions) \(modifications)")
    case .error(let failure): note("\(name)error \(failure)")
    }
  }

  struct Gone: Error {}
}
