import Concurrency
import Dispatch
import Foundation
import SQLite

/// A database that is opened at its first use, and replaced by an empty one at a write that finds the
/// file damaged.
///
/// Usable from any thread, but not from inside a closure that it runs. A reading that finds damage says
/// so and leaves the file as it is. A replacement waits until everybody has left the old connections:
/// they would take the new file's log away when they close.
final class RepairableDatabase: Sendable {
  /// A damaged file that could not be taken away.
  struct NotRemoved: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String {
      "\(path) is damaged and cannot be removed: \(reason). Remove it yourself, or grant the right to."
    }
  }

  private struct State {
    var pool: DatabasePool?
    /// How many damaged files were taken away.
    var replacementCount = 0
  }

  private let file: URL
  private let configuration: Connection.Configuration
  private let migrations: [Migration]
  private let state = Locked(State())
  /// Who has been given the pool, and not yet left.
  private let users = DispatchGroup()

  /// - Parameters:
  ///   - file: where the database is, or will be; nobody else in the process opens it.
  ///   - configuration: of all connections.
  ///   - migrations: what makes the tables.
  init(
    file: URL, _ configuration: Connection.Configuration = .standard, migrations: [Migration]
  ) {
    // SQLite keeps its log beside the file that a link points to.
    self.file = file.resolvingSymlinksInPath()
    self.configuration = configuration
    self.migrations = migrations
  }

  /// Reads from one state of the database.
  func read<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws -> Result {
    try use { (pool) throws(DatabaseError) in try pool.read(body) }
  }

  /// Writes in a transaction: all or nothing. If the file is damaged, the closure runs a second time,
  /// on an empty database.
  ///
  /// - Throws: ``NotRemoved``, or ``DatabaseError``.
  func write<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws -> Result {
    let replacementCount = state.withLock { $0.replacementCount }
    do throws(DatabaseError) {
      return try use { (pool) throws(DatabaseError) in try pool.write(body) }
    } catch {
      guard error.isDamage else { throw error }
    }
    try replace(after: replacementCount)
    return try use { (pool) throws(DatabaseError) in try pool.write(body) }
  }

  // MARK: Opening and replacing

  private func use<Result>(
    _ body: (DatabasePool) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try enter()
    defer { users.leave() }
    return try run(body)
  }

  /// Opens the database if it is not, and keeps it from being replaced until `users` is left.
  private func enter() throws(DatabaseError) {
    try state.withLock { [self] state throws(DatabaseError) in
      if state.pool == nil { state.pool = try opened() }
      users.enter()
    }
  }

  /// A function of its own, so that the pool is let go before `users` is left.
  @inline(never)
  private func run<Result>(
    _ body: (DatabasePool) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    guard let pool = state.withLock({ $0.pool }) else { fatalError("used without having entered") }
    return try body(pool)
  }

  private func opened() throws(DatabaseError) -> DatabasePool {
    let pool = try DatabasePool(at: file, configuration)
    try pool.migrate(migrations)
    return pool
  }

  /// Takes the file away, unless somebody did since that many replacements.
  private func replace(after replacementCount: Int) throws {
    try state.withLock { [self] state in
      guard state.replacementCount == replacementCount else { return }
      // One that did not open may have been repaired since.
      if state.pool == nil, let repaired = try openedUnlessDamaged() {
        state.pool = repaired
        return
      }
      users.wait()
      state.pool = nil
      try remove()
      state.replacementCount += 1
    }
  }

  private func openedUnlessDamaged() throws(DatabaseError) -> DatabasePool? {
    do throws(DatabaseError) { return try opened() } catch {
      guard error.isDamage else { throw error }
      return nil
    }
  }

  /// Takes away the file, with what SQLite keeps beside it.
  private func remove() throws(NotRemoved) {
    for path in ["-wal", "-shm", ""].map({ file.path + $0 }) {
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch CocoaError.fileNoSuchFile {
        continue
      } catch {
        throw NotRemoved(path: path, reason: error.localizedDescription)
      }
    }
  }
}
