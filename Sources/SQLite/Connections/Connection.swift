internal import CSQLite
public import Foundation

/// A connection to a database, open from `init` until it is released, which closes it.
///
/// It cannot be copied, so it has one owner. One thread at a time uses it, to which it is
/// transferred as `sending`; threads that use a database concurrently share a ``DatabasePool``.
/// Statements and rows are lent to closures and cannot escape them, so SQLite's mutexes are off.
public struct Connection: ~Copyable {
  @usableFromInline let storage: ConnectionStorage

  /// Opens a file and reads its header, so that a file that is not a database is detected here. It
  /// has a write-ahead log, so readers continue during a write, and enforces foreign keys.
  ///
  /// - Throws: ``DatabaseError/notAFile(_:)``, ``DatabaseError/noWriteAheadLog(journal:path:)``, or
  ///   an error of SQLite such as `.cannotOpen`, `.notADatabase` or `.busy`.
  public init(at file: URL, _ configuration: Configuration = .standard) throws(DatabaseError) {
    guard file.isFileURL else { throw .notAFile(file) }
    // Absolute, because for SQLite ":memory:" and an empty name are not files.
    let path = file.absoluteURL.path(percentEncoded: false)
    guard !path.utf8.contains(0) else { throw .notAFile(file) }
    self = try Self.opened(path, configuration, isFile: true)
  }

  private init(_ storage: ConnectionStorage) { self.storage = storage }

  /// Creates an empty database in memory, which exists as long as the connection.
  public static func inMemory() throws(DatabaseError) -> Connection {
    try opened(":memory:", .standard, isFile: false)
  }

  /// The absolute path of the file; nil for a database in memory.
  public var path: String? { DatabaseError.path(of: storage.handle) }
}

extension Connection {
  private static func opened(
    _ path: String, _ configuration: Configuration, isFile: Bool
  ) throws(DatabaseError) -> Connection {
    let connection = Connection(try ConnectionStorage(path: path, configuration))
    try connection.execute("PRAGMA foreign_keys = ON")
    try connection.execute("PRAGMA synchronous = \(configuration.synchronous.rawValue)")
    let _: Int = try connection.value("PRAGMA schema_version")
    guard isFile, !configuration.isReadOnly else { return connection }
    let journal = try connection.setWriteAheadLog(waiting: configuration.busyTimeout)
    guard journal == "wal" else { throw .noWriteAheadLog(journal: journal, path: path) }
    return connection
  }

  /// Sets and returns the journal. Tries again while another connection opens or closes the file:
  /// SQLite waits for most locks, but not for the one that it needs here.
  private func setWriteAheadLog(waiting timeout: Duration) throws(DatabaseError) -> String {
    let deadline = ContinuousClock.now + timeout
    while true {
      do throws(DatabaseError) { return try value("PRAGMA journal_mode = wal") } catch {
        guard error.matches(.busy), ContinuousClock.now < deadline else { throw error }
        sqlite3_sleep(1)
      }
    }
  }
}

extension Connection {
  /// How a database is opened.
  public struct Configuration: Sendable, Equatable {
    /// When SQLite waits for written data to reach the disk.
    public enum Synchronous: String, Sendable {
      /// Never: a power failure may damage the file. For tests and reproducible data.
      case off
      /// At checkpoints: a power failure may lose the last commits but does not damage the file.
      case normal
      /// At every commit: a commit survives a power failure.
      case full
    }

    /// Whether the file must exist and is not written; otherwise it is created if missing.
    public var isReadOnly = false
    /// When a commit waits for the disk.
    public var synchronous = Synchronous.full
    /// How long a statement waits for another connection's write before it fails with
    /// ``DatabaseError/Code/busy``, in whole milliseconds.
    public var busyTimeout: Duration = .seconds(5)

    /// A copy with one property changed: `.standard.with(\.isReadOnly, true)`.
    public func with<Value>(
      _ property: WritableKeyPath<Self, Value>, _ value: Value
    ) -> Configuration {
      var copy = self
      copy[keyPath: property] = value
      return copy
    }

    public static let standard = Configuration()
  }
}
