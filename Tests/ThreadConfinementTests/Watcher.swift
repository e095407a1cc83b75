import Concurrency
import Foundation
import ThreadConfinement

/// A store on a thread with a loop, what its observers were told, and their tokens.
final class Watcher: @unchecked Sendable {
  // Unchecked because all but the log is used on the thread only.
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

  /// Runs something on the thread, then whatever that led to.
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

  /// Lets the tasks run that are due, and those that they add.
  func settle() {
    for _ in 0..<3 { _ = try? thread.sync {} }
  }

  /// Waits until no write of the store is queued or being committed.
  func finish() throws {
    while try turn({ store, _ in store.isPerformingAsynchronousWriteOperations }) {}
  }

  /// Lets go of the store and the tokens, on their thread, and ends it.
  func close() {
    _ = try? thread.sync {
      self.token = nil
      self.second = nil
      self.opened = nil
    }
    thread.finish()
  }

  func note(_ line: String) { log.withLock { $0.append(line) } }

  /// What was noted so far, in order.
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
