internal import Concurrency
public import Foundation

/// A ``DatabasePool`` that is opened at its first use, and replaced by an empty one by a write that
/// finds the file damaged.
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

  /// A database of its own; ``shared(at:_:migrations:)`` is for a file that has several users.
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
  public func read<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try use { (pool) throws(DatabaseError) in try pool.read(body) }
  }

  /// Writes in a transaction: all or nothing. If the file is damaged, it is replaced and the closure
  /// runs a second time, on an empty database.
  ///
  /// - Throws: ``NotRemoved``, or ``DatabaseError``.
  public func write<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws -> Result {
    let generation = state.withLock { $0.generation }
    do throws(DatabaseError) {
      return try use { (pool) throws(DatabaseError) in try pool.write(body) }
    } catch {
      guard error.isDamage else { throw error }
    }
    try replace(generation)
    return try use { (pool) throws(DatabaseError) in try pool.write(body) }
  }

  private func use<Result>(
    _ body: (DatabasePool) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try enter()
    defer { state.withLock { $0.leave(.current) }?.open() }
    return try run(body)
  }

  /// A function of its own, so that the last reference to the pool is not that of a closure's thread,
  /// which has left already when it is released.
  @inline(never)
  private func run<Result>(
    _ body: (DatabasePool) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
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

// MARK: Rules

/// A thread that uses a database.
private struct UserThread: Hashable {
  private let id: ObjectIdentifier

  static var current: UserThread { UserThread(id: ObjectIdentifier(Thread.current)) }
}

/// The rules of a repairable database: which threads use it, and which have to wait for what.
private struct RepairState {
  private enum Phase {
    case closed
    /// One thread opens the file, or removes it; the gate is opened when it has finished.
    case busy(Gate)
    case open(DatabasePool)
    /// One thread waits for the last user to leave, with the second gate.
    case replacing(DatabasePool, finished: Gate, unused: Gate)
  }

  enum Entry {
    case entered
    case open
    case wait(Gate)
  }

  enum Replacement {
    case replaced
    case remove(unused: Gate)
    case wait(Gate)
  }

  private var phase = Phase.closed
  /// How many closures each thread runs, one inside the other.
  private var users: [UserThread: Int] = [:]
  /// How many files were replaced.
  private(set) var generation = 0

  var pool: DatabasePool? {
    switch phase {
    case .open(let pool), .replacing(let pool, _, _): pool
    case .closed, .busy: nil
    }
  }

  mutating func enter(_ thread: UserThread) -> Entry {
    switch phase {
    case .closed:
      phase = .busy(Gate())
      return .open
    case .busy(let finished): return .wait(finished)
    case .replacing(_, let finished, _) where users[thread] == nil: return .wait(finished)
    case .open, .replacing:
      users[thread, default: 0] += 1
      return .entered
    }
  }

  /// - Returns: what to open outside the lock.
  mutating func leave(_ thread: UserThread) -> Gate? {
    let depth = (users[thread] ?? 1) - 1
    users[thread] = depth > 0 ? depth : nil
    guard users.isEmpty, case .replacing(_, _, let unused) = phase else { return nil }
    return unused
  }

  mutating func replace(_ known: Int) -> Replacement {
    guard generation == known else { return .replaced }
    let unused = Gate()
    switch phase {
    case .busy(let finished), .replacing(_, let finished, _): return .wait(finished)
    case .closed:
      phase = .busy(Gate())
      unused.open()
    case .open(let pool):
      phase = .replacing(pool, finished: Gate(), unused: unused)
      if users.isEmpty { unused.open() }
    }
    return .remove(unused: unused)
  }

  /// - Returns: the pool that has lost its last user, to be released outside the lock.
  mutating func takePool() -> DatabasePool? {
    guard case .replacing(let pool, let finished, _) = phase else { return nil }
    phase = .busy(finished)
    return pool
  }

  mutating func didOpen(_ pool: DatabasePool) -> Gate { finish(.open(pool)) }

  mutating func didClose() -> Gate { finish(.closed) }

  mutating func didReplace() -> Gate {
    generation += 1
    return finish(.closed)
  }

  /// - Returns: what to open outside the lock.
  private mutating func finish(_ next: Phase) -> Gate {
    guard case .busy(let finished) = phase else { fatalError("finished without having begun") }
    phase = next
    return finished
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
