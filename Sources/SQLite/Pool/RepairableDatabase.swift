internal import Concurrency
public import Foundation

/// A ``DatabasePool`` that is opened at its first use and replaced by an empty one when a write finds the file damaged or
/// without one of its tables.
///
/// ```text
/// closed → opening → open ⇄ in use → replacing → closed
/// ```
///
/// A read that finds damage throws and leaves the file as it is. A replacement waits until every closure
/// that uses the former connections has returned, because they would remove the new file's log when
/// they close; a closure that is running may use the database again meanwhile, and other threads wait.
/// Nothing is opened, closed, removed or waited for under a lock.
///
/// Usable from any thread, by the rules of ``DatabasePool``.
public final class RepairableDatabase: Sendable {
  /// A damaged file that cannot be removed.
  public struct NotRemoved: Error, Equatable, CustomStringConvertible, LocalizedError {
    /// The file.
    public let path: String
    /// The system's own words.
    public let reason: String

    /// What failed, why, and what to do.
    public var description: String {
      "\(path) is damaged and cannot be removed: \(reason). Remove it yourself, or grant the right to."
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
  }

  private let file: URL
  private let configuration: Connection.Configuration
  private let migrations: [Migration]
  private let state = Locked(RepairState())

  /// Creates an instance; ``shared(at:_:migrations:)`` is for a file with several users.
  ///
  /// - Parameters:
  ///   - file: where the database is, or will be; nothing else in the process opens it.
  ///   - configuration: of all connections.
  ///   - migrations: what makes the tables.
  public init(
    file: URL, _ configuration: Connection.Configuration = .standard, migrations: [Migration]
  ) {
    // SQLite keeps its log beside the file that a link points to.
    self.file = URL(filePath: file.resolvedPath)
    self.configuration = configuration
    self.migrations = migrations
  }

  // MARK: Reading and writing

  /// Reads from one state of the database.
  ///
  /// - Throws: what opening, migrating or reading throws.
  public func read<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    try use { pool in try pool.read(body) }
  }

  /// Writes in a transaction: all or nothing. If the file is damaged, or lacks a table that the migrations make, it is
  /// replaced and the closure runs a second time, on an empty database.
  ///
  /// - Throws: what opening or migrating throws; ``NotRemoved``; what the closure throws.
  public func write<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    let generation = state.withLock { $0.generation }
    do {
      return try use { pool in try pool.write(body) }
    } catch let error as DatabaseError where isDamage(error, since: generation) {
      try replace(generation)
      return try use { pool in try pool.write(body) }
    }
  }

  private func use<Result>(_ body: (DatabasePool) throws -> Result) throws -> Result {
    try enter()
    defer { state.withLock { $0.leave(.current) }?.open() }
    return try run(body)
  }

  /// A function of its own, so that the last reference to the pool is not that of a closure's thread,
  /// which has left already when it is released.
  @inline(never)
  private func run<Result>(_ body: (DatabasePool) throws -> Result) throws -> Result {
    guard let pool = state.withLock({ $0.pool }) else { fatalError("used without having entered") }
    return try body(pool)
  }

  // MARK: Opening and replacing

  /// Opens the database if it is closed, and keeps it from being replaced until the thread leaves.
  private func enter() throws(DatabaseError) {
    while true {
      switch state.withLock({ $0.enter(.current) }) {
      case .entered: return
      case .wait(let phase): phase.wait()
      case .open:
        do throws(DatabaseError) {
          let pool = try opened()
          state.withLock { $0.didOpen(pool) }.open()
        } catch {
          state.withLock { $0.didClose() }.open()
          throw error
        }
      }
    }
  }

  private func opened() throws(DatabaseError) -> DatabasePool {
    let pool = try DatabasePool(at: file, configuration)
    try pool.migrate(migrations)
    return pool
  }

  /// Removes the file, unless another thread has done so since that generation.
  private func replace(_ generation: Int) throws {
    while true {
      switch state.withLock({ $0.replace(generation) }) {
      case .replaced: return
      case .wait(let phase): phase.wait()
      case .remove(let unused):
        unused.wait()
        // Closes the connections, if there are any; they have no users now.
        let wasOpen = state.withLock { $0.takePool() } != nil
        do {
          // A file that could not be opened may have been repaired since.
          if wasOpen || !isUsable() { try remove() }
          state.withLock { $0.didReplace() }.open()
        } catch {
          state.withLock { $0.didClose() }.open()
          throw error
        }
        return
      }
    }
  }

  private func isUsable() -> Bool {
    do throws(DatabaseError) {
      _ = try opened()
      return true
    } catch {
      return !error.isDamage
    }
  }

  /// Whether an error means that this file, and no other one, was damaged when it was in its generation.
  private func isDamage(_ error: DatabaseError, since generation: Int) -> Bool {
    guard error.isDamage, error.path == nil || error.path == file.path else { return false }
    // A missing table has no code of its own. While the tables are read, another thread may replace the file.
    return error.code != .error || lacksTable() || state.withLock { $0.generation } != generation
  }

  /// Whether a table is missing that the migrations make; otherwise the SQL of a closure names another one.
  private func lacksTable() -> Bool {
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    do {
      let complete = try Connection.inMemory()
      try complete.migrate(migrations)
      let expected: [String] = try complete.rows(names)
      let found: [String] = try read { connection in try connection.rows(names) }
      return !Set(expected).isSubset(of: found)
    } catch { return false }
  }

  /// Removes the file, with what SQLite keeps beside it.
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

// MARK: Sharing

extension RepairableDatabase {
  private struct Reference {
    weak var database: RepairableDatabase?
  }

  private static let inUse = Locked<[String: Reference]>([:])

  /// The database that all callers in this process use for a file, by whatever name; created when there
  /// is none. So no file is removed while another instance uses it.
  ///
  /// - Parameters:
  ///   - file: where the database is, or will be.
  ///   - configuration: of all connections, if the file is not in use yet.
  ///   - migrations: what makes the tables; the same for all users of the file.
  /// - Returns: an instance that lives as long as it is retained.
  public static func shared(
    at file: URL, _ configuration: Connection.Configuration = .standard, migrations: [Migration]
  ) -> RepairableDatabase {
    let path = file.resolvedPath
    let new = RepairableDatabase(file: file, configuration, migrations: migrations)
    // The instances leave the lock with the result, so that none is released and closed under it.
    let instances = inUse.withLock { inUse in
      var instances = inUse.compactMapValues(\.database)
      instances[path] = instances[path] ?? new
      inUse = instances.mapValues(Reference.init)
      return instances
    }
    return instances[path] ?? new
  }
}

extension DatabaseError {
  /// Whether the file is not the database that it should be, so that only a new one helps.
  public var isDamage: Bool {
    switch self {
    // The migrations have run, so a table that is missing was removed; SQLite has no code for it.
    case .failed(.error, let message, _, _): message.hasPrefix("no such table")
    default: matches(.corrupt) || matches(.notADatabase)
    }
  }
}
