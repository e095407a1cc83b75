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

/// A store of a file of its own that a thread watches, closed and removed with the suite.
struct WatchedStore: ~Copyable {
  let folder: StoreFolder
  let watcher: Watcher

  init() throws {
    let folder = try StoreFolder()
    watcher = try Watcher(folder.configuration)
    self.folder = folder
  }

  deinit { watcher.close() }

  /// Observes the artists.
  func observe(
    _ artists: @escaping @Sendable (ConfinedStore) -> Results<Artist> = { $0.artists }
  ) throws {
    try watcher.turn { store, watcher in
      watcher.token = try artists(store).observe { watcher.note($0) }
    }
  }

  /// Writes in the watched store.
  func write(_ body: @escaping @Sendable (ConfinedStore) throws -> Void) throws {
    try watcher.turn { store, _ in try store.write { try body(store) } }
  }

  /// Writes in a store of another thread, then waits for the tasks that result from it.
  func writeElsewhere(_ body: @escaping @Sendable (ConfinedStore) throws -> Void) throws {
    let configuration = folder.configuration
    try elsewhere {
      let other = try ConfinedStore.open(configuration)
      try other.write { try body(other) }
    }
    watcher.settle()
  }
}
