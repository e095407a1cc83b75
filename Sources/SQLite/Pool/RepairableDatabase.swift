internal import Concurrency
public import Foundation

/// A ``DatabasePool`` that is opened on first use, and whose file is replaced with an empty one
/// when a write finds that it is damaged or lacks one of its tables.
///
/// A read that finds damage throws and leaves the file unchanged. A replacement waits until every
/// closure has returned, because closing its connection would remove the new file's log. Other
/// threads wait meanwhile. It can be used from any thread, by the rules of ``DatabasePool``.
public final class RepairableDatabase: Sendable {
  private let file: URL
  private let migrations: [Migration]
  private let pool: DatabasePool

  /// Nothing else in the process may open the file.
  init(file: URL, _ configuration: Connection.Configuration = .standard, migrations: [Migration]) {
    // Resolved, because SQLite keeps its log beside the target of a link.
    self.file = URL(filePath: file.resolvedPath)
    self.migrations = migrations
    pool = DatabasePool(unopened: self.file, configuration, migrations: migrations)
  }

  deinit { Self.inUse.remove(self) }

  /// Reads from one snapshot of the database.
  public func read<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    try pool.read(body)
  }

  /// Writes in a transaction, which is committed as a whole or rolled back. If the file is damaged
  /// or lacks a table that the migrations create, it is replaced, and the closure runs again on an
  /// empty database. Throws ``DatabaseError/notRemoved(path:reason:)`` if it cannot be replaced.
  public func write<Result>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
    let generation = pool.generation
    do {
      return try pool.write(body)
    } catch let error as DatabaseError where isDamage(error, since: generation) {
      try pool.replace(generation, remove)
      return try pool.write(body)
    }
  }

  private func isDamage(_ error: DatabaseError, since generation: Int) -> Bool {
    guard error.isDamage, error.path == nil || error.path == file.path else { return false }
    // SQLite has no code for a missing table. Another thread may replace the file during the check.
    return error.code != .error || lacksTable() || pool.generation != generation
  }

  /// Whether a table of the migrations is missing. If not, a closure's SQL names an unknown table.
  private func lacksTable() -> Bool {
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    do {
      let complete = try Connection.inMemory()
      try complete.migrate(migrations)
      let expected: [String] = try complete.rows(names)
      let found: [String] = try pool.read { connection in try connection.rows(names) }
      return !Set(expected).isSubset(of: found)
    } catch { return false }
  }

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

extension RepairableDatabase {
  private static let inUse = WeakCache<String, RepairableDatabase>()

  /// The instance that all callers in this process share for a file, by whatever path, so that no
  /// file is removed while another instance uses it. Only its users retain it. All pass the same
  /// migrations; the first sets the configuration.
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
  /// The canonical path of a file or folder, without symbolic links, the same before and after
  /// creation. Appends missing components to the deepest existing folder; follows dangling links.
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
