import Concurrency
import TestSupport
import ThreadConfinement

/// A store on a thread with a loop, a log of its observers' calls, and their tokens.
final class Watcher: @unchecked Sendable {
  // Unchecked because everything but the log is used only on the thread.
  let thread: ConfinedThread
  private let log = Recorder<String>()
  private var opened: ConfinedStore?
  var token: NotificationToken?
  var second: NotificationToken?

  init(_ configuration: ConfinedStore.Configuration, name: String = "realm_task_thread") throws {
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
    thread.enqueue {
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

  /// The entries so far, in order.
  var notes: [String] { log.entries }

  func note(_ line: String) { log.record(line) }

  /// Notes the failure of a closure, or `none`.
  func noteFailure(of body: () throws -> Void) { note(failure(of: body) ?? "none") }

  func note(_ change: CollectionChange<Artist>, as name: String = "") {
    switch change {
    case .initial(let artists): note("\(name)initial \(artists.count)")
    case .update(_, let deletions, let insertions, let modifications):
      note("\(name)update \(deletions) \(insertions) \(modifications)")
    case .error(let failure): note("\(name)error \(failure)")
    }
  }

  func note(_ change: ObjectChange<Artist>) {
    switch change {
    case .change(let artist, let properties):
      let changes = properties.map { property in
        "\(property.name) \(property.oldValue) -> \(property.newValue)"
      }
      note("\(artist.id) \(changes)")
    case .deleted: note("deleted")
    case .error(let failure): note("\(failure)")
    }
  }

  struct Gone: Error {}
}

extension Watcher {
  /// The store's version, names and so on, as read on the thread.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (ConfinedStore) throws -> Value
  ) throws -> Value {
    try turn { store, _ in try body(store) }
  }

  var names: [String] { get throws { try read(\.names) } }

  /// Writes in the watched store.
  func write(_ body: @escaping @Sendable (ConfinedStore) throws -> Void) throws {
    try read { store in try store.write { try body(store) } }
  }

  /// Notes the changes of the artists.
  func observe(
    _ artists: @escaping @Sendable (ConfinedStore) -> Results<Artist> = { $0.artists }
  ) throws {
    try turn { store, watcher in
      watcher.token = try artists(store).observe { watcher.note($0) }
    }
  }

  /// Notes the notifications of the store, with the names of its artists.
  func observeStore() throws {
    try turn { store, watcher in
      watcher.token = try store.observe { notification, store in
        watcher.note("\(notification) \(store.names)")
      }
    }
  }

  /// Runs a closure at each update of the artists.
  func onUpdate(_ body: @escaping @Sendable (ConfinedStore, Watcher) throws -> Void) throws {
    try turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        if case .update = change { try body(store, watcher) }
      }
    }
  }

  /// The token, for writes that do not notify its observer.
  var silent: [NotificationToken] { token.map { [$0] } ?? [] }
}

/// A store of a file of its own that a thread watches, closed and removed with the suite.
struct WatchedStore: ~Copyable {
  let folder: StoreFolder
  let watcher: Watcher

  init(_ configure: (ConfinedStore.Configuration) -> ConfinedStore.Configuration = { $0 }) throws {
    let folder = try StoreFolder()
    watcher = try Watcher(configure(folder.configuration))
    self.folder = folder
  }

  deinit { watcher.close() }

  /// Writes in a store of another thread, then waits for the tasks that result from it.
  func writeElsewhere(_ body: @escaping @Sendable (ConfinedStore) throws -> Void) throws {
    try folder.configuration.writeElsewhere(body)
    watcher.settle()
  }
}
