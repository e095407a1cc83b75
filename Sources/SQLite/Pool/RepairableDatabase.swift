internal import Concurrency
public import Foundation

/// A ``DatabasePool`` that is opened on first use, and replaced with an empty one when a write
/// finds that the file is damaged or lacks one of its tables.
///
/// ```text
/// closed → opening → open ⇄ in use → replacing → closed
/// ```
///
/// A read that finds damage throws and leaves the file unchanged. A replacement waits until every
/// closure on the old connections has returned, because closing those connections would remove the
/// new file's log. Meanwhile the threads of running closures may still use the database, and other
/// threads wait. No lock is held while a file is opened, closed or removed, or during a wait.
///
/// It can be used from any thread, by the rules of ``DatabasePool``.
public final class RepairableDatabase: Sendable {
  private let file: URL
  private let configuration: Connection.Configuration
  private let migrations: [Migration]
  private let state = Monitor(RepairState())

  /// Nothing else in the process may open the file.
  init(file: URL, _ configuration: Connection.Configuration = .standard, migrations: [Migration]) {
    // Resolved, because SQLite keeps its log beside the target of a link.
    self.file = URL(filePath: file.resolvedPath)
    self.configuration = configuration
    self.migrations = migrations
  }

  deinit { Self.inUse.remove(self) }

  // MARK: Reading and writing

  /// Reads from one snapshot of the database.
  public func read<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    try use { pool in try pool.read(body) }
  }

  /// Writes in a transaction, which is committed as a whole or rolled back. If the file is damaged
  /// or lacks a table that the migrations create, it is replaced, and the closure runs again on an
  /// empty database.
  ///
  /// - Throws: An error from opening or migrating; ``DatabaseError/notRemoved(path:reason:)``; or
  ///   an error of the closure.
  public func write<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    let generation = state.change { $0.generation }
    do {
      return try use { pool in try pool.write(body) }
    } catch let error as DatabaseError where isDamage(error, since: generation) {
      try replace(generation)
      return try use { pool in try pool.write(body) }
    }
  }

  private func use<Result>(_ body: (DatabasePool) throws -> Result) throws -> Result {
    try enter()
    defer { state.change { $0.leave() } }
    return try run(body)
  }

  /// A separate function, so that the thread has released the pool before it leaves.
  @inline(never)
  private func run<Result>(_ body: (DatabasePool) throws -> Result) throws -> Result {
    try body(state.wait { $0.pool })
  }

  // MARK: Opening and replacing

  /// Opens the database if it is closed, and prevents its replacement until the thread leaves.
  private func enter() throws(DatabaseError) {
    while !state.wait(for: { $0.enter() }) {
      do throws(DatabaseError) {
        let pool = try opened()
        state.change { $0.end(with: pool) }
      } catch {
        state.change { $0.end() }
        throw error
      }
    }
  }

  private func opened() throws(DatabaseError) -> DatabasePool {
    let pool = try DatabasePool(at: file, configuration)
    try pool.migrate(migrations)
    return pool
  }

  /// Removes the file, unless another thread has replaced it since that generation.
  private func replace(_ generation: Int) throws {
    guard state.wait(for: { $0.beginReplacing(generation) }) else { return }
    state.wait { $0.isUsed ? nil : () }
    // Closes the connections, if any, which now have no users.
    let wasOpen = state.change { $0.pool.take() } != nil
    do {
      // A file that could not be opened may have been repaired meanwhile.
      if wasOpen || !isUsable() { try remove() }
      state.change { $0.end(isReplaced: true) }
    } catch {
      state.change { $0.end() }
      throw error
    }
  }

  private func isUsable() -> Bool {
    do throws(DatabaseError) { _ = try opened() } catch { return !error.isDamage }
    return true
  }

  /// Whether the error means that this file was damaged in that generation.
  private func isDamage(_ error: DatabaseError, since generation: Int) -> Bool {
    guard error.isDamage, error.path == nil || error.path == file.path else { return false }
    // SQLite has no code for a missing table. While the tables are read, another thread may replace
    // the file.
    return error.code != .error || lacksTable() || state.change { $0.generation } != generation
  }

  /// Whether a table that the migrations create is missing. If not, a closure's SQL names an
  /// unknown table.
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

  /// Removes the file and SQLite's files beside it.
  private func remove() throws(DatabaseError) {
    for path in ["-wal", "-shm", ""].map({ file.path + $0 }) {
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch CocoaError.fileNoSuchFile {
        continue
      } catch {
        throw .notRemoved(path: path, reason: error.localizedDescription)
      }
    }
  }
}

// MARK: Sharing

extension RepairableDatabase {
  private static let inUse = WeakCache<String, RepairableDatabase>()

  /// The instance that all callers in this process share for a file, whatever path they use, so
  /// that no file is removed while another instance uses it. Only its users retain it. All users of
  /// a file pass the same migrations; the configuration is that of the first.
  public static func shared(
    at file: URL, _ configuration: Connection.Configuration = .standard, migrations: [Migration]
  ) -> RepairableDatabase {
    inUse.object(for: file.resolvedPath) {
      RepairableDatabase(file: file, configuration, migrations: migrations)
    }
  }
}

extension DatabaseError {
  /// Whether the file is not a usable database and has to be replaced.
  public var isDamage: Bool {
    switch self {
    // The migrations have run, so a missing table was removed. SQLite has no code for it.
    case .failed(.error, let message, _, _): message.hasPrefix("no such table")
    default: matches(.corrupt) || matches(.notADatabase)
    }
  }
}

extension URL {
  /// The canonical path of a file or folder, without symbolic links, even if it does not exist yet.
  ///
  /// URLs of one file have equal paths, before the file is created and afterwards. Missing
  /// components are appended to the deepest existing folder, and a dangling link is followed.
  public var resolvedPath: String {
    let path = absoluteURL.path(percentEncoded: false)
    // The system would truncate the path at the NUL; such a path cannot be opened.
    return path.utf8.contains(0) ? path : Self.resolved(path, linkLimit: 32)
  }

  private static func resolved(_ path: String, linkLimit: Int) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var names = path.split(separator: "/", omittingEmptySubsequences: true)
    guard path.hasPrefix("/"), let name = names.popLast() else { return path }
    let folder = "/" + names.joined(separator: "/")
    if linkLimit > 0,
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    {
      let absolute = target.hasPrefix("/") ? target : folder + "/" + target
      return resolved(absolute, linkLimit: linkLimit - 1)
    }
    let parent = resolved(folder, linkLimit: linkLimit)
    switch name {
    case ".": return parent
    case "..": return "/" + parent.split(separator: "/").dropLast().joined(separator: "/")
    default: return (parent == "/" ? "" : parent) + "/" + name
    }
  }
}
